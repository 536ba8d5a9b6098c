import { css, unsafeCSS } from 'lit';

/** Every row is equally high, in pixels: two lines of text. */
export const COMPARISON_ROW_HEIGHT = 46;

/** Up to this width of the page, in pixels, the columns are narrow. */
export const NARROW = 600;

export const tableStyles = css`
  .scroller {
    position: relative;
    max-height: max(240px, 64vh);
    overflow: auto;
    border: 1px solid var(--vscode-widget-border, var(--vscode-contrastBorder, transparent));
    border-radius: 4px;
  }
  /* room for two lines, so that what is below stays where it is */
  .whole {
    min-height: 3em;
    margin: 6px 0 0;
    line-height: 1.5;
    overflow-wrap: anywhere;
    color: var(--vscode-descriptionForeground);
  }
  .also {
    display: inline-block;
    margin-inline-start: 12px;
  }
  table {
    width: 100%;
    border-collapse: separate;
    border-spacing: 0;
    table-layout: fixed;
  }
  table:focus {
    outline: none;
  }
  /* the longest name of an API, word and range of figures are not cut; the name of the model has what is left */
  col.api {
    width: 192px;
  }
  .detailed col.name {
    width: 16%;
  }
  col.route {
    width: 156px;
  }
  col.bytes {
    width: 80px;
  }
  col.tokens {
    width: 160px;
  }
  col.price {
    width: 152px;
  }
  col.context {
    width: 136px;
  }
  /* in a page beside an editor */
  @media (max-width: ${unsafeCSS(NARROW)}px) {
    col.route {
      width: 112px;
    }
    col.tokens {
      width: 108px;
    }
    td.number {
      white-space: normal;
    }
  }
  .apis.detailed col.name {
    width: 25%;
  }
  th {
    position: sticky;
    top: 0;
    z-index: 1;
    padding: 0;
    text-align: start;
    font-weight: 600;
    color: var(--vscode-foreground);
    /* rows that scroll below it are not seen; the colour of the head lies on that of the editor */
    background: var(--vscode-editor-background);
    border-bottom: 1px solid var(--vscode-widget-border, var(--vscode-contrastBorder, transparent));
  }
  .title {
    display: flex;
    align-items: center;
    gap: 4px;
    box-sizing: border-box;
    width: 100%;
    min-height: 30px;
    padding: 4px 8px;
    border: 0;
    background: var(--vscode-keybindingTable-headerBackground, transparent);
    font: inherit;
    white-space: nowrap;
    color: inherit;
  }
  th.bytes .title,
  th.tokens .title,
  th.price .title,
  th.context .title {
    justify-content: flex-end;
  }
  button.title {
    cursor: pointer;
  }
  button.title:hover {
    background: var(--vscode-toolbar-hoverBackground);
    outline: 1px dashed var(--vscode-contrastActiveBorder, transparent);
    outline-offset: -1px;
  }
  button.title:focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: -1px;
  }
  .row {
    height: ${unsafeCSS(COMPARISON_ROW_HEIGHT)}px;
    cursor: pointer;
  }
  .row.odd {
    background: var(--vscode-keybindingTable-rowsBackground, transparent);
  }
  .row:hover {
    background: var(--vscode-list-hoverBackground);
  }
  .row:hover td {
    box-shadow: inset 0 1px var(--vscode-contrastActiveBorder, transparent), inset 0 -1px var(--vscode-contrastActiveBorder, transparent);
  }
  .row[aria-selected='true'] {
    color: var(--vscode-list-inactiveSelectionForeground, inherit);
    background: var(--vscode-list-inactiveSelectionBackground);
    outline: 1px dotted var(--vscode-contrastActiveBorder, transparent);
    outline-offset: -1px;
  }
  .row[aria-selected='true'] .dim {
    color: inherit;
  }
  .row[aria-selected='true'] td:first-child {
    box-shadow: inset 3px 0 var(--vscode-focusBorder);
  }
  table:focus-visible .row.active {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: -1px;
  }
  td {
    box-sizing: border-box;
    height: ${unsafeCSS(COMPARISON_ROW_HEIGHT)}px;
    padding: 2px 8px;
    line-height: 1.4;
    overflow: hidden;
    white-space: nowrap;
  }
  /* space for the rows that are not drawn */
  .above td,
  .below td {
    height: 0;
    padding: 0;
  }
  .line {
    display: block;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  /* room for the mark of the chosen row, so that both lines of every name begin below each other */
  .services td.name {
    position: relative;
    padding-inline-start: 26px;
  }
  .services th.name .title {
    padding-inline-start: 26px;
  }
  td.name vscode-icon {
    position: absolute;
    inset-block-start: 6px;
    inset-inline-start: 7px;
  }
  td.alone vscode-icon {
    inset-block-start: 50%;
    translate: 0 -50%;
  }
  .name .clamped,
  .name .line:first-child {
    font-weight: 600;
  }
  .dim {
    color: var(--vscode-descriptionForeground);
  }
  .number {
    text-align: end;
    font-variant-numeric: tabular-nums;
  }
  .clamped {
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    overflow: hidden;
    white-space: normal;
    overflow-wrap: anywhere;
  }
`;
