import { css } from 'lit';

/** The table as VS Code's own ones: a quiet head, lines between rows, words that wrap. Half an editor is too narrow for six columns. */
export const tableStyles = css`
  :host {
    display: block;
    container-type: inline-size;
  }
  table {
    width: 100%;
    border: 1px solid var(--vscode-widget-border, var(--vscode-contrastBorder, transparent));
    border-collapse: separate;
    border-spacing: 0;
    border-radius: 4px;
    overflow: clip;
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
  tbody th,
  tbody td {
    border-top: 1px solid var(--vscode-widget-border, var(--vscode-contrastBorder, transparent));
  }
  tbody tr:nth-child(even) {
    background: var(--vscode-keybindingTable-rowsBackground, transparent);
  }
  tbody th {
    font-weight: 600;
  }
  thead .capability {
    width: 196px;
  }
  thead .declared {
    width: 146px;
  }
  thead .result {
    width: 116px;
  }
  thead .status {
    width: 66px;
  }
  thead .time {
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
  .status,
  .time {
    text-align: end;
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  .change {
    display: block;
    font-size: 0.9em;
    white-space: nowrap;
  }
  .change vscode-icon {
    vertical-align: text-bottom;
  }
  .change.add vscode-icon {
    color: var(--vscode-gitDecoration-addedResourceForeground, var(--vscode-foreground));
  }
  .change.remove vscode-icon {
    color: var(--vscode-gitDecoration-deletedResourceForeground, var(--vscode-foreground));
  }
  .narrow {
    display: none;
  }
  @container (max-width: 760px) {
    table,
    tbody {
      display: block;
    }
    thead {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
    tbody tr {
      display: grid;
      grid-template:
        'capability capability result' auto
        'declared status time' auto
        'answer answer answer' auto
        / 1fr auto auto;
      gap: 2px 16px;
      padding: 10px 12px;
    }
    tbody tr + tr {
      border-top: 1px solid var(--vscode-widget-border, var(--vscode-contrastBorder, transparent));
    }
    tbody th,
    tbody td {
      min-width: 0;
      padding: 0;
      border: 0;
    }
    .wide {
      display: none;
    }
    .narrow {
      display: inline;
    }
    .capability {
      grid-area: capability;
    }
    .title {
      display: inline;
      margin-inline-end: 6px;
    }
    .declared {
      grid-area: declared;
    }
    .change {
      display: inline;
      white-space: normal;
    }
    .change::before {
      content: '· ';
    }
    .result {
      grid-area: result;
      justify-self: end;
    }
    .status {
      grid-area: status;
    }
    .time {
      grid-area: time;
    }
    tbody .declared,
    tbody .status,
    tbody .time {
      color: var(--vscode-descriptionForeground);
    }
    .answer {
      grid-area: answer;
      padding-top: 4px;
    }
  }
`;
