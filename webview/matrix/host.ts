import { parseMatrixHostMessage, type MatrixHostMessage, type MatrixWebviewMessage } from '../../src/shared/matrix-protocol.ts';
import { parseMatrixViewState, type MatrixViewState } from '../../src/shared/matrix-view-state.ts';
import { connectHost } from '../connect-host.ts';

export const { post, listen, keptViewState, keepViewState } = connectHost<MatrixHostMessage, MatrixWebviewMessage, MatrixViewState>(
  parseMatrixHostMessage,
  parseMatrixViewState,
);
