import { css } from 'lit';

/** The table as VS Code's own ones: a quiet head, lines between rows, words that wrap. */
export const tableStyles = css`
  .scroller {
    overflow-x: auto;
    border: 1px solid var(--vscode-widget-border, var(--vscode-contrastBorder, transparent));
    border-radius: 4px;
  }
  .scroller:focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: 1px;
  }
  table {
    width: 100%;
    min-width: 720px;
    border-collapse: collapse;
    table-layout: fixed;
  }
  th,
  td {
    box-sizing: border-box;
    padding: 8px 12px;
    text-align: start;
    vertical-align: top;
    line-height: 1.45;
  }
  thead th {
    padding-block: 6px;
    font-weight: 600;
    white-space: nowrap;
    background: var(--vscode-keybindingTable-headerBackground, transparent);
  }
  tbody tr {
    border-top: 1px solid var(--vscode-widget-border, var(--vscode-contrastBorder, transparent));
  }
  tbody tr:nth-child(even) {
    background: var(--vscode-keybindingTable-rowsBackground, transparent);
  }
  tbody th {
    font-weight: 600;
  }
  .capability {
    width: 204px;
  }
  .declared {
    width: 124px;
  }
  .result {
    width: 116px;
  }
  .status {
    width: 66px;
  }
  .time {
    width: 80px;
  }
  .title {
    display: block;
  }
  code {
    font-family: var(--vscode-editor-font-family, monospace);
    font-size: 0.9em;
    font-weight: normal;
    overflow-wrap: anywhere;
    color: var(--vscode-descriptionForeground);
  }
  .idle,
  .idle .title {
    font-weight: normal;
    color: var(--vscode-descriptionForeground);
  }
  p {
    margin: 0;
  }
  blockquote {
    margin: 4px 0 0;
    padding: 0 0 0 8px;
    border-inline-start: 2px solid var(--vscode-textBlockQuote-border, var(--vscode-contrastBorder, currentColor));
    overflow-wrap: anywhere;
    color: var(--vscode-descriptionForeground);
  }
  .number,
  thead .status,
  thead .time {
    text-align: end;
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  .change {
    display: inline-block;
    margin-inline-start: 2px;
    padding: 0 6px;
    border: 1px solid currentColor;
    border-radius: 9px;
    font-size: 0.85em;
    line-height: 1.5;
    white-space: nowrap;
  }
  .change.add {
    color: var(--vscode-gitDecoration-addedResourceForeground, var(--vscode-foreground));
  }
  .change.remove {
    color: var(--vscode-gitDecoration-deletedResourceForeground, var(--vscode-foreground));
  }
`;
