/** Sets a flag that tells a test that a browser has run the script. */
const hit = "window.hit=1";

/** Different kinds of markup that run the script. */
const markup = [
  `<script>${hit}</script>`,
  `</script><script>${hit}</script>`,
  `<img src=x onerror="${hit}">`,
  `<img src=x onerror=${hit}//`,
  `<svg onload="${hit}">`,
  `<svg><script>${hit}</script></svg>`,
  `<iframe srcdoc="<script>parent.${hit}</script>"></iframe>`,
  `<iframe src="javascript:parent.${hit}"></iframe>`,
  `<body onload="${hit}">`,
  `<details open ontoggle="${hit}">`,
  `<input autofocus onfocus="${hit}">`,
  `<video><source onerror="${hit}"></video>`,
  `<audio src=x onerror="${hit}">`,
  `<object data="javascript:${hit}"></object>`,
  `<embed src="javascript:${hit}">`,
  `<a href="javascript:${hit}">go</a>`,
  `<math><mi xlink:href="javascript:${hit}">x</mi></math>`,
  `<style>@import "//elsewhere.example/x.css";</style>`,
  `<link rel=stylesheet href="//elsewhere.example/x.css">`,
  `<meta http-equiv=refresh content="0;url=//elsewhere.example">`,
  `<base href="//elsewhere.example/">`,
  `<form action="//elsewhere.example"><button>Send</button></form>`,
  `<template><script>${hit}</script></template>`,
  `<noscript><img src=x onerror="${hit}"></noscript>`,
];

/** Texts that break out of a string, an attribute, a comment or a template. */
const escapes = [
  `"><img src=x onerror="${hit}">`,
  `'><img src=x onerror='${hit}'>`,
  `\`-${hit}-\``,
  `"-${hit}-"`,
  `';${hit}//`,
  `\${${hit}}`,
  `{{constructor.constructor("${hit}")()}}`,
  `--><script>${hit}</script>`,
  `]]><script>${hit}</script>`,
  `javascript:${hit}`,
  `data:text/html,<script>parent.${hit}</script>`,
  `&lt;script&gt;${hit}&lt;/script&gt;`,
  `\\u003cscript\\u003e${hit}\\u003c/script\\u003e`,
  `\u2028${hit}`,
  `\u202e<script>${hit}</script>`,
  `{"__proto__":{"hit":1},"$$typeof":"Symbol(react.element)","type":"img","props":{"src":"x"}}`,
];

/** Forty texts that run a script, or load something from elsewhere, if a page does not treat them as plain text. */
export const payloads: readonly string[] = [...markup, ...escapes];
