/**
 * A lint rule: a table of constants is indexed only by names of its own type. `TABLE[name]` with any text as the name also
 * finds `constructor` and `toString`, which every object inherits.
 */
import ts from 'typescript';

/** Whether an expression writes an object down, whatever it says of its type. @param {ts.Expression | undefined} expression */
function isObjectLiteral(expression) {
  let inner = expression;
  while (inner && (ts.isAsExpression(inner) || ts.isSatisfiesExpression(inner) || ts.isParenthesizedExpression(inner)))
    inner = inner.expression;
  return inner !== undefined && ts.isObjectLiteralExpression(inner);
}

/** The type itself, or those of which it is one. @param {ts.Type} type */
const partsOf = (type) => (type.isUnion() ? type.types : [type]);

/** @type {import('eslint').Rule.RuleModule} */
export const ownKeys = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      inherited: 'Any text may be the name, and every object has inherited ones: use own() of src/core/io/own.ts, Object.hasOwn or a Map.',
    },
  },
  create(context) {
    const { program, esTreeNodeToTSNodeMap } = context.sourceCode.parserServices;
    const checker = program.getTypeChecker();

    /** Whether it is a constant of a module that an object literal initialises, or part of one; imports are followed. */
    function isTable(/** @type {ts.Expression} */ expression) {
      let root = expression;
      while (ts.isPropertyAccessExpression(root) || ts.isElementAccessExpression(root) || ts.isNonNullExpression(root))
        root = root.expression;
      const named = ts.isIdentifier(root) ? checker.getSymbolAtLocation(root) : undefined;
      const symbol = named && named.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(named) : named;
      const declared = symbol?.valueDeclaration;
      if (!declared || !ts.isVariableDeclaration(declared) || !isObjectLiteral(declared.initializer)) return false;
      const list = declared.parent;
      if (!(list.flags & ts.NodeFlags.Const) || !ts.isSourceFile(list.parent.parent)) return false;
      // its texts and lists answer to numbers and names of their own
      return partsOf(checker.getTypeAtLocation(expression)).some(
        (part) => part.flags & ts.TypeFlags.Object && !checker.isArrayLikeType(part),
      );
    }

    function isAnyText(/** @type {ts.Expression} */ name) {
      return partsOf(checker.getTypeAtLocation(name)).some((part) => part.flags & (ts.TypeFlags.String | ts.TypeFlags.Any));
    }

    function check(
      /** @type {import('estree').Node} */ node,
      /** @type {import('estree').Node} */ table,
      /** @type {import('estree').Node} */ name,
    ) {
      if (isAnyText(esTreeNodeToTSNodeMap.get(name)) && isTable(esTreeNodeToTSNodeMap.get(table))) {
        context.report({ node, messageId: 'inherited' });
      }
    }

    return {
      'MemberExpression[computed=true]': (/** @type {import('estree').MemberExpression} */ node) => check(node, node.object, node.property),
      'BinaryExpression[operator="in"]': (/** @type {import('estree').BinaryExpression} */ node) => check(node, node.right, node.left),
    };
  },
};
