import { uiCss } from '@benchloop/ui';
import '@fontsource/inter/latin-400.css';
import '@fontsource/inter/latin-500.css';
import '@fontsource/inter/latin-600.css';
import '@fontsource/jetbrains-mono/latin-400.css';
import './app.css';

/** Puts the shared styles on the page. A sheet made by script is no inline style, so the page's policy allows it. */
export const addStyles = (): void => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(uiCss);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
};
