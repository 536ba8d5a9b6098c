import { html, nothing } from 'lit';
import { t } from '../l10n.ts';

/** Where a rule is written: a link when that is a page on the web, else the text itself (a package and its type). */
export function sourceLink(source: string) {
  if (source === '') return nothing;
  const [address = '', ...rest] = source.split(/\s+/);
  const url = URL.parse(address.replace(/[),.;]+$/, ''));
  if (url?.protocol !== 'https:') return html`<span class="source">${source}</span>`;
  const name = url.hostname.replace(/^www\./, '');
  const remark = rest.join(' ');
  return html`<span class="source"
    ><a href=${url.href} title=${url.href} aria-label=${t('Source: {0}', url.href)}>${name}</a>${remark === '' ? nothing : ` ${remark}`}</span
  >`;
}
