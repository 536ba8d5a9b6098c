import { parseHostMessage, type HostMessage, type WebviewMessage } from '../../src/shared/preview-protocol.ts';
import { parsePreviewViewState, type PreviewViewState } from '../../src/shared/preview-view-state.ts';
import { connectHost } from '../connect-host.ts';

export const { post, listen, keptViewState, keepViewState } = connectHost<HostMessage, WebviewMessage, PreviewViewState>(
  parseHostMessage,
  parsePreviewViewState,
);
