/**
 * Code that runs in the tab before the console: it sums up the layout shifts, records when the main thread was last
 * busy for more than 50 ms, and times a change of page, from the click on a link until the new page is drawn
 * completely.
 */
export const inPage = `(() => {
  const measured = { shift: 0, busyUntil: 0 };
  const observe = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  observe("layout-shift", ({ value }) => { measured.shift += value; });
  observe("longtask", ({ startTime, duration }) => { measured.busyUntil = startTime + duration; });
  const frame = () => new Promise(requestAnimationFrame);
  const isDrawn = ({ path, title }) => location.pathname === path &&
    document.querySelector("main h1")?.textContent === title && !document.querySelector("main .loading");
  measured.drawn = async (page) => {
    const latest = performance.now() + 10_000;
    while (!isDrawn(page)) {
      if (performance.now() > latest) throw new Error(page.path + " is not drawn after 10 s.");
      await frame();
    }
    await frame();
    return performance.now();
  };
  measured.change = async (page) => {
    const started = performance.now();
    document.querySelector(page.link).click();
    return (await measured.drawn(page)) - started;
  };
  window.measured = measured;
})()`;
