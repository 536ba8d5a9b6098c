import { html, nothing } from 'lit';
import { t } from '../l10n.ts';

/** Where a rule is written: pages on the web as links, the rest (a package and its type, a remark) as text. */
export function sourceLink(source: string) {
  if (source === '') return nothing;
  return html`<span class="source">${source.split(/(https:\/\/[^\s),;]+)/).map((part) => linked(part))}</span>`;
}

function linked(part: string) {
  const url = part.startsWith('https://') ? URL.parse(part.replace(/\.+$/, '')) : null;
  if (!url) return part;
  return html`<a href=${url.href} title=${url.href} aria-label=${t('Source: {0}', url.href)}>${url.hostname.replace(/^www\./, '')}</a>`;
}
