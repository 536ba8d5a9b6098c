/**
 * Whether rules of a `.gitignore` cover a file (gitignore(5)): the last rule that matches decides; a rule with a slash
 * before its end counts from the folder of the rules, one without at any depth; a folder's rule covers what is in it.
 *
 * @param path of the file, from the folder of the rules, with `/`
 * @returns undefined when no rule is about it
 */
export function ignoredBy(rules: string, path: string): boolean | undefined {
  const names = path.split('/');
  const above = names.map((_, index) => ({ path: names.slice(0, index + 1).join('/'), isFile: index === names.length - 1 }));
  let verdict: boolean | undefined;
  for (const line of rules.split(/\r?\n/)) {
    const rule = line.replace(/(?<!\\)\s+$/, '');
    if (rule === '' || rule.startsWith('#')) continue;
    const isNegated = rule.startsWith('!');
    const pattern = isNegated ? rule.slice(1) : rule;
    const folderOnly = pattern.endsWith('/');
    const expression = toExpression(folderOnly ? pattern.slice(0, -1) : pattern);
    if (above.some((one) => !(folderOnly && one.isFile) && expression.test(one.path))) verdict = !isNegated;
  }
  return verdict;
}

function toExpression(pattern: string): RegExp {
  const isAnchored = pattern.includes('/');
  const body = pattern.replace(/^\//, '').replace(/\*\*\/|\/\*\*$|\*+|\?|\[!?[^\]]+\]|\\.|[.+^${}()|[\]\\]/g, (token) => {
    if (token === '**/') return '(?:.*/)?';
    if (token === '/**') return '/.*';
    if (token.startsWith('*')) return '[^/]*';
    if (token === '?') return '[^/]';
    if (token.length > 2 && token.startsWith('['))
      return `[${token.startsWith('[!') ? '^' : ''}${token.slice(token.startsWith('[!') ? 2 : 1, -1).replace(/[\\^[]/g, '\\$&')}]`;
    return token.startsWith('\\') && token.length === 2 ? `\\${token[1]}`.replace(/\\(\w)/, '$1') : `\\${token}`;
  });
  try {
    return new RegExp(`^${isAnchored ? '' : '(?:.*/)?'}${body}$`);
  } catch {
    return /^(?!)/; // a range such as [z-a] matches nothing
  }
}
