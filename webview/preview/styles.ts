import { css } from 'lit';

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
