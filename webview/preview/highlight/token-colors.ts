import { css } from 'lit';

/** Classes of highlight.js; the colours are set per theme kind in preview.css. */
export const tokenColors = css`
  .hljs-comment,
  .hljs-quote {
    color: var(--token-comment);
  }
  .hljs-keyword,
  .hljs-literal,
  .hljs-meta .hljs-keyword,
  .hljs-template-tag {
    color: var(--token-keyword);
  }
  .hljs-string,
  .hljs-meta .hljs-string,
  .hljs-regexp,
  .hljs-addition {
    color: var(--token-string);
  }
  .hljs-number,
  .hljs-symbol,
  .hljs-bullet {
    color: var(--token-number);
  }
  .hljs-title,
  .hljs-title.function_,
  .hljs-section {
    color: var(--token-function);
  }
  .hljs-type,
  .hljs-built_in,
  .hljs-title.class_,
  .hljs-class .hljs-title {
    color: var(--token-type);
  }
  .hljs-attr,
  .hljs-attribute,
  .hljs-variable,
  .hljs-template-variable,
  .hljs-property,
  .hljs-params {
    color: var(--token-variable);
  }
  .hljs-tag,
  .hljs-name,
  .hljs-selector-tag {
    color: var(--token-tag);
  }
  .hljs-tag .hljs-attr,
  .hljs-selector-class,
  .hljs-selector-id,
  .hljs-selector-attr,
  .hljs-selector-pseudo {
    color: var(--token-attribute);
  }
  .hljs-meta,
  .hljs-doctag {
    color: var(--token-meta);
  }
  .hljs-deletion {
    color: var(--token-deletion);
  }
  .hljs-link {
    color: var(--vscode-textLink-foreground);
  }
  .hljs-emphasis {
    font-style: italic;
  }
  .hljs-strong {
    font-weight: bold;
  }
`;
