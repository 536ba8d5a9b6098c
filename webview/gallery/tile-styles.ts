import { css } from 'lit';
import { edge } from '../styles.ts';

/** One tile of the gallery: selected, pointed at and focused as a line of VS Code's lists. */
export const tileStyles = css`
  .tile {
    position: relative;
    display: flex;
    flex-direction: column;
    box-sizing: border-box;
    min-width: 0;
    margin: 0 4px 8px;
    padding: 6px;
    border-radius: 4px;
    cursor: default;
    user-select: none;
  }
  .tile:hover {
    background: var(--vscode-list-hoverBackground);
    outline: 1px dashed var(--vscode-contrastActiveBorder, transparent);
    outline-offset: -1px;
  }
  .tile[aria-selected='true'] {
    color: var(--vscode-list-inactiveSelectionForeground, inherit);
    background: var(--vscode-list-inactiveSelectionBackground);
    outline: 1px dotted var(--vscode-contrastActiveBorder, transparent);
    outline-offset: -1px;
  }
  .list:focus .tile[aria-selected='true'] {
    color: var(--vscode-list-activeSelectionForeground);
    background: var(--vscode-list-activeSelectionBackground);
  }
  .list:focus .tile.active {
    outline: 1px solid var(--vscode-list-focusOutline, var(--vscode-focusBorder));
    outline-offset: -1px;
  }
  .picture {
    position: relative;
    display: flex;
    flex: 1;
    align-items: center;
    justify-content: center;
    min-height: 0;
    margin-bottom: 4px;
    overflow: hidden;
    --vscode-icon-foreground: currentcolor;
  }
  .picture > vscode-icon {
    color: var(--vscode-descriptionForeground);
  }
  .tile[aria-selected='true'] .picture > vscode-icon {
    color: inherit;
  }
  .picture > .mark {
    position: absolute;
    inset-block-end: 0;
    inset-inline-end: 0;
    color: var(--vscode-list-warningForeground, var(--vscode-editorWarning-foreground));
  }
  img {
    display: block;
    max-width: 100%;
    max-height: 100%;
    object-fit: contain;
    outline: ${edge};
    outline-offset: -1px;
    background: repeating-conic-gradient(var(--checkerboard) 0 25%, var(--checkerboard-ground) 0 50%) 0 0 / 16px 16px;
  }
  pre {
    box-sizing: border-box;
    align-self: stretch;
    width: 100%;
    margin: 0;
    padding: 6px;
    overflow: hidden;
    border-radius: 2px;
    font-family: var(--vscode-editor-font-family, monospace);
    font-size: 8px;
    line-height: 1.3;
    white-space: pre;
    color: var(--vscode-editor-foreground);
    background: var(--vscode-editor-background);
    outline: ${edge};
    outline-offset: -1px;
  }
  .name,
  .facts {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    line-height: 1.4;
    text-align: center;
  }
  .facts {
    min-height: 1.4em;
    font-size: 0.9em;
    color: var(--vscode-descriptionForeground);
  }
  .tile[aria-selected='true'] .facts {
    color: inherit;
  }
`;
