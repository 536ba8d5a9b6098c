import { css } from 'lit';

/** The marks in the cells, and the buttons of the grid. */
export const cellStyles = css`
  .cell .focusable {
    position: relative;
    justify-content: center;
    cursor: pointer;
  }
  .cell .focusable[aria-disabled='true'] {
    cursor: default;
  }
  .icon {
    flex: none;
    font: normal normal normal 16px / 1 codicon;
    text-align: center;
    -webkit-font-smoothing: antialiased;
    user-select: none;
  }
  .declared::before {
    content: '\\eab2';
  }
  .implied::before {
    content: '\\eab2';
    color: var(--vscode-descriptionForeground);
    opacity: 0.7;
  }
  .possible::before {
    content: '\\eabc';
    color: var(--vscode-editorInfo-foreground, #3794ff);
  }
  .doubtful::before {
    content: '\\eb32';
    font-size: 12px;
    color: var(--vscode-editorWarning-foreground, #cca700);
  }
  .problem::before {
    font-size: 12px;
  }
  .cell .problem {
    position: absolute;
    top: 2px;
    inset-inline-end: 6px;
  }
  .turned .cell .problem {
    top: 1px;
    inset-inline-end: 1px;
  }
  .turned .cell .icon {
    font-size: 14px;
  }
  .problem.error::before {
    content: '\\ea87';
    color: var(--vscode-editorError-foreground, #f14c4c);
  }
  .problem.warning::before {
    content: '\\ea6c';
    color: var(--vscode-editorWarning-foreground, #cca700);
  }
  .problem.information::before {
    content: '\\ea74';
    color: var(--vscode-editorInfo-foreground, #3794ff);
  }
  .focusable:hover:not([aria-disabled='true']) .empty::before {
    content: '\\eab2';
    opacity: 0.35;
  }
  .add::before {
    content: '\\ea60';
  }
  .go::before {
    content: '\\ea94';
  }
  .preview::before {
    content: '\\eb28';
  }
  button {
    display: inline-flex;
    padding: 2px;
    border: 0;
    border-radius: 5px;
    background: none;
    color: var(--vscode-icon-foreground, inherit);
    cursor: pointer;
  }
  button:hover {
    background: var(--vscode-toolbar-hoverBackground);
    outline: 1px dashed var(--vscode-toolbar-hoverOutline, transparent);
    outline-offset: -1px;
  }
  button:focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: -1px;
  }
  button:disabled {
    opacity: 0.4;
    cursor: default;
    background: none;
  }
  .dead .body .cell {
    opacity: 0.5;
  }
`;
