import { css } from 'lit';

/** A page that is read from its top to its bottom, below a bar that shows progress. */
export const pageStyles = css`
  :host {
    display: block;
    box-sizing: border-box;
    max-width: 1400px;
    margin: 0 auto;
    padding: 16px 24px 24px;
  }
  vscode-progress-bar {
    position: fixed;
    inset: 0 0 auto;
    z-index: 3;
  }
  @media (max-width: 480px) {
    :host {
      padding: 12px 14px 20px;
    }
  }
`;

/** A button that reads as a link inside a sentence. */
export const linkStyles = css`
  button.link {
    padding: 0;
    margin: 0 8px 0 0;
    border: 0;
    background: none;
    font: inherit;
    color: var(--vscode-textLink-foreground);
    cursor: pointer;
  }
  button.link:hover {
    color: var(--vscode-textLink-activeForeground);
    text-decoration: underline;
  }
  button.link:focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: 1px;
    border-radius: 2px;
  }
`;

/** A secondary button as VS Code draws it: the border of primary ones would look like the focus. */
export const buttonStyles = css`
  vscode-button[secondary] {
    --vscode-button-border: var(--vscode-button-secondaryBorder, var(--vscode-contrastBorder, transparent));
  }
`;

/** The edge of a picture or a page: as white as the editor in light themes, and as dark in others. */
export const edge = css`1px solid var(--vscode-contrastBorder, color-mix(in srgb, var(--vscode-foreground) 25%, transparent))`;

/** A line above content that says what is special about it. */
export const noticeStyles = css`
  .notice {
    display: flex;
    align-items: center;
    gap: 6px;
    margin: 0 0 8px;
    line-height: 1.5;
    color: var(--vscode-descriptionForeground);
  }
`;

/** Where a rule is written; see `sourceLink`. */
export const sourceStyles = css`
  .source {
    color: var(--vscode-descriptionForeground);
    overflow-wrap: anywhere;
  }
  .source a {
    color: var(--vscode-textLink-foreground);
    text-decoration: none;
  }
  .source a:hover {
    color: var(--vscode-textLink-activeForeground);
    text-decoration: underline;
  }
  .source a:focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: 1px;
    border-radius: 2px;
  }
`;

/** The tones of a `Badge`: the colour of its icon. */
export const toneStyles = css`
  .badge {
    display: inline-flex;
    align-items: center;
    gap: 4px;
    white-space: nowrap;
  }
  .badge vscode-icon {
    --vscode-icon-foreground: var(--tone);
    color: var(--tone);
  }
  .good {
    --tone: var(--vscode-testing-iconPassed, #73c991);
  }
  .changed {
    --tone: var(--vscode-editorInfo-foreground, #3794ff);
  }
  .warning {
    --tone: var(--vscode-editorWarning-foreground, #cca700);
  }
  .bad {
    --tone: var(--vscode-editorError-foreground, #f14c4c);
  }
  .quiet {
    --tone: var(--vscode-descriptionForeground);
  }
`;

/** A heading of a part of a tab, as in VS Code's own editors. */
export const headingStyles = css`
  h2 {
    margin: 20px 0 8px;
    font-size: 11px;
    font-weight: 600;
    letter-spacing: 0.04em;
    text-transform: uppercase;
    color: var(--vscode-descriptionForeground);
  }
`;

/** Read by screen readers only. */
export const unseenStyles = css`
  .unseen {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
`;

/** A list of things that open or act: one button a line, with an icon, a name and words below it. */
export const listStyles = css`
  .choices {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .choice {
    display: flex;
    align-items: flex-start;
    gap: 10px;
    width: 100%;
    padding: 8px 12px;
    border: 1px solid transparent;
    border-radius: 4px;
    background: none;
    font: inherit;
    line-height: 1.5;
    text-align: start;
    color: var(--vscode-foreground);
    cursor: pointer;
  }
  .choice:hover {
    background: var(--vscode-list-hoverBackground);
    outline: 1px dashed var(--vscode-contrastActiveBorder, transparent);
    outline-offset: -1px;
  }
  .choice:focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: -1px;
  }
  .choice > vscode-icon {
    flex: none;
  }
  .words {
    display: flex;
    flex-direction: column;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  .name {
    font-weight: 600;
  }
  .dim {
    color: var(--vscode-descriptionForeground);
  }
`;
