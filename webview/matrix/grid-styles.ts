import { css, unsafeCSS } from 'lit';

/** In pixels. */
export const ROW_HEIGHT = 26;

/** `--name` and `--column` are the widths of the layout, `--inputs` and `--outputs` how many columns there are on each side. */
export const gridStyles = css`
  :host {
    display: block;
    min-height: 0;
    border-top: 1px solid var(--vscode-widget-border, var(--vscode-contrastBorder, transparent));
    user-select: none;
  }
  .scroller {
    height: 100%;
    overflow: auto;
    outline: none;
  }
  .sheet {
    width: max(100%, calc(var(--name) + (var(--inputs) + var(--outputs)) * var(--column)));
  }
  .head {
    position: sticky;
    top: 0;
    z-index: 3;
    background: var(--vscode-editor-background);
    border-bottom: 1px solid var(--vscode-editorGroup-border, var(--vscode-contrastBorder, var(--vscode-widget-border, transparent)));
  }
  .body {
    position: relative;
  }
  [role='row'] {
    display: flex;
    width: 100%;
  }
  .head [role='row'] {
    background: var(--vscode-keybindingTable-headerBackground, transparent);
  }
  .body [role='row'] {
    position: absolute;
    left: 0;
    contain: layout style;
    height: ${unsafeCSS(ROW_HEIGHT)}px;
    --row: transparent;
    background: var(--row);
  }
  .body [role='row'].odd {
    --row: var(--vscode-keybindingTable-rowsBackground, transparent);
  }
  .body [role='row']:hover {
    --row: var(--vscode-list-hoverBackground, transparent);
  }
  .body [role='row'].active {
    --row: var(--vscode-list-inactiveSelectionBackground, transparent);
    color: var(--vscode-list-inactiveSelectionForeground, inherit);
  }
  .body [role='row'].active .detail {
    color: inherit;
  }
  .body [role='row'].active::after {
    content: '';
    position: absolute;
    inset: 0;
    z-index: 2;
    border: 1px dotted var(--vscode-contrastActiveBorder, transparent);
    pointer-events: none;
  }
  .name,
  .cell,
  .group {
    box-sizing: border-box;
    flex: none;
  }
  .name {
    position: sticky;
    left: 0;
    z-index: 1;
    width: var(--name);
    /* what scrolls below it is not seen; the colour of the row lies on that of the editor */
    background: var(--vscode-editor-background);
    border-inline-end: 1px solid var(--vscode-editorGroup-border, var(--vscode-contrastBorder, var(--vscode-widget-border, transparent)));
  }
  .head .fill {
    box-sizing: border-box;
    width: 100%;
    height: 100%;
    background: var(--vscode-keybindingTable-headerBackground, transparent);
  }
  .cell {
    width: var(--column);
  }
  .begins {
    border-inline-start: 1px solid var(--vscode-editorGroup-border, var(--vscode-contrastBorder, var(--vscode-widget-border, transparent)));
  }
  .name + .begins {
    border-inline-start: 0;
  }
  .group {
    height: 28px;
    font-weight: 600;
  }
  /* stays in sight as long as one of its columns does */
  .group-title {
    position: sticky;
    left: var(--name);
    display: flex;
    align-items: center;
    gap: 4px;
    width: fit-content;
    height: 100%;
    padding: 0 2px 0 8px;
    box-sizing: border-box;
  }
  .span-input {
    width: calc(var(--inputs) * var(--column));
  }
  .span-output {
    width: calc(var(--outputs) * var(--column));
  }
  .titles .cell,
  .titles .fill {
    display: flex;
    align-items: flex-start;
    justify-content: center;
    padding: 2px 2px 6px;
    min-height: 42px;
    font-size: 11px;
    text-align: center;
    line-height: 1.25;
    color: var(--vscode-descriptionForeground);
  }
  .titles .fill {
    justify-content: flex-start;
    padding-inline-start: 16px;
    font-size: inherit;
    font-weight: 600;
    color: var(--vscode-foreground);
  }
  .title {
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 3;
    overflow: hidden;
    overflow-wrap: anywhere;
  }
  .turned .titles .cell {
    align-items: flex-end;
    padding-bottom: 8px;
  }
  .turned .titles .fill {
    align-items: flex-end;
    padding-bottom: 6px;
  }
  .turned .title {
    display: block;
    writing-mode: vertical-rl;
    transform: rotate(180deg);
    max-height: 112px;
    white-space: nowrap;
    text-overflow: ellipsis;
  }
  .custom .title {
    font-style: italic;
  }
  .focusable {
    display: flex;
    align-items: center;
    box-sizing: border-box;
    width: 100%;
    height: 100%;
    outline: none;
  }
  .focusable:focus {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: -1px;
  }
  .name .focusable {
    gap: 6px;
    background: var(--row);
    padding: 0 4px 0 16px;
  }
  .words {
    flex: 1;
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .detail {
    margin-inline-start: 4px;
    font-size: 0.9em;
    color: var(--vscode-descriptionForeground);
  }
  .left-out .title-of-row {
    text-decoration: line-through;
  }
  .actions {
    display: none;
    gap: 2px;
  }
  [role='row']:hover .actions,
  .name .focusable:focus .actions {
    display: flex;
  }
`;

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
