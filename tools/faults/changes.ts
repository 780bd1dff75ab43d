// The changes of one operator that a source allows.
import ts from 'typescript';

/** Text of a source that another text replaces. */
export interface Change {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const { SyntaxKind } = ts;

const OPPOSITES: ReadonlyMap<ts.SyntaxKind, string> = new Map([
  [SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [SyntaxKind.ExclamationEqualsEqualsToken, '==='],
  [SyntaxKind.LessThanToken, '<='],
  [SyntaxKind.LessThanEqualsToken, '<'],
  [SyntaxKind.GreaterThanToken, '>='],
  [SyntaxKind.GreaterThanEqualsToken, '>'],
  [SyntaxKind.AmpersandAmpersandToken, '||'],
  [SyntaxKind.BarBarToken, '&&'],
  [SyntaxKind.PlusToken, '-'],
  [SyntaxKind.MinusToken, '+'],
  [SyntaxKind.PlusEqualsToken, '-='],
  [SyntaxKind.MinusEqualsToken, '+='],
]);

const isText = (node: ts.Expression): boolean =>
  ts.isStringLiteralLike(node) ||
  ts.isTemplateExpression(node) ||
  (ts.isBinaryExpression(node) &&
    node.operatorToken.kind === SyntaxKind.PlusToken &&
    (isText(node.left) || isText(node.right)));

/** A `return` or `throw`, alone or alone in a block. */
const isLeaving = (statement: ts.Statement): boolean => {
  if (!ts.isBlock(statement)) return ts.isReturnStatement(statement) || ts.isThrowStatement(statement);
  const [only, ...more] = statement.statements;
  return only !== undefined && more.length === 0 && isLeaving(only);
};

const isNegation = (node: ts.Node): node is ts.PrefixUnaryExpression =>
  ts.isPrefixUnaryExpression(node) && node.operator === SyntaxKind.ExclamationToken;

/** Whether the change of its own operator negates a condition already. */
const hasOpposite = (condition: ts.Expression): boolean =>
  isNegation(condition) ||
  (ts.isBinaryExpression(condition) &&
    [SyntaxKind.EqualsEqualsEqualsToken, SyntaxKind.ExclamationEqualsEqualsToken].includes(
      condition.operatorToken.kind,
    ));

/** The changes at one node. */
function changesAt(node: ts.Node, source: ts.SourceFile): Change[] {
  const replace = (replaced: ts.Node, text: string): Change => ({
    start: replaced.getStart(source),
    end: replaced.end,
    text,
  });
  const negate = (condition: ts.Expression): Change[] =>
    hasOpposite(condition) ? [] : [replace(condition, `!(${condition.getText(source)})`)];

  if (ts.isBinaryExpression(node)) {
    const { left, operatorToken, right } = node;
    if (operatorToken.kind === SyntaxKind.QuestionQuestionToken) return [replace(node, right.getText(source))];
    const opposite = OPPOSITES.get(operatorToken.kind);
    if (opposite === undefined || isText(left) || isText(right)) return [];
    return [replace(operatorToken, opposite)];
  }
  if (isNegation(node)) return [replace(node, node.operand.getText(source))];
  if (ts.isIfStatement(node)) {
    const isGuard = node.elseStatement === undefined && isLeaving(node.thenStatement);
    return [...negate(node.expression), ...(isGuard ? [replace(node, ';')] : [])];
  }
  if (ts.isConditionalExpression(node)) return negate(node.condition);
  if (ts.isExpressionStatement(node) && ts.isAwaitExpression(node.expression)) return [replace(node, ';')];
  const isType = ts.isLiteralTypeNode(node.parent);
  if (node.kind === SyntaxKind.TrueKeyword && !isType) return [replace(node, 'false')];
  if (node.kind === SyntaxKind.FalseKeyword && !isType) return [replace(node, 'true')];
  return [];
}

/** All changes of one operator that the text of a source file allows. */
export function changesOf(file: string, text: string): Change[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const changes: Change[] = [];
  const visit = (node: ts.Node): void => {
    if (node !== source) changes.push(...changesAt(node, source));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return changes;
}
