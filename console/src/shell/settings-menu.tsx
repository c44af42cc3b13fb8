import { Menu } from "@base-ui/react/menu";
import { useSessions } from "../session/session.tsx";
import { type Language, languages, useLanguage } from "../texts/texts.tsx";
import { type Theme, useTheme } from "./theme.ts";

/** The menu with colours, language, documentation and logout. */
export function SettingsMenu() {
  const { language, texts, choose } = useLanguage();
  const { session } = useSessions();
  const [theme, setTheme] = useTheme();
  const { common } = texts;
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger className="button">{common.settings}</Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className="positioner" sideOffset={6} align="end">
          <Menu.Popup className="menu">
            <Menu.RadioGroup value={theme} onValueChange={(value) => setTheme(value as Theme)}>
              <Menu.Group>
                <Menu.GroupLabel className="menu-label">{common.theme}</Menu.GroupLabel>
                {Object.entries(common.themes).map(([name, label]) => (
                  <Choice key={name} value={name} label={label} />
                ))}
              </Menu.Group>
            </Menu.RadioGroup>
            <Menu.RadioGroup value={language} onValueChange={(value) => choose(value as Language)}>
              <Menu.Group>
                <Menu.GroupLabel className="menu-label">{common.language}</Menu.GroupLabel>
                {Object.entries(languages).map(([name, label]) => (
                  <Choice key={name} value={name} label={label} />
                ))}
              </Menu.Group>
            </Menu.RadioGroup>
            <Menu.Separator className="menu-line" />
            <Menu.LinkItem className="menu-item" href="/docs" target="_blank" rel="noreferrer">
              {common.documentation}
            </Menu.LinkItem>
            {session && (
              <Menu.Item className="menu-item" onClick={session.logOut}>
                {common.logOut}
              </Menu.Item>
            )}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

function Choice({ value, label }: { value: string; label: string }) {
  return (
    <Menu.RadioItem className="menu-item" value={value} closeOnClick>
      <Menu.RadioItemIndicator className="menu-mark">✓</Menu.RadioItemIndicator>
      {label}
    </Menu.RadioItem>
  );
}
