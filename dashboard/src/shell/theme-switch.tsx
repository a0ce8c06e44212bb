import { Monitor, Moon, Sun } from 'lucide-react';
import { setTheme, themes, useTheme } from './theme.ts';

const icons = { system: Monitor, light: Sun, dark: Moon };

/** Light, dark, or as the system says; one button that goes on to the next. */
export const ThemeSwitch = () => {
  const theme = useTheme();
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system';
  const Icon = icons[theme];
  return (
    <button
      type="button"
      className="app-icon-button"
      onClick={() => setTheme(next)}
      aria-label={`Theme: ${theme}. Change to ${next}`}
      title={`Theme: ${theme}`}
    >
      <Icon aria-hidden="true" size={16} />
    </button>
  );
};
