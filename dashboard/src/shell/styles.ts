import { uiCss } from '@benchloop/ui';
import './app.css';

/** Puts the shared styles on the page. A sheet made by script is no inline style, so the page's policy allows it. */
export const addStyles = (): void => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(uiCss);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
};
