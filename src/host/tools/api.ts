import type * as vscode from 'vscode';
import { ArtifactIdCodec } from '../../core/refs/artifact-id-codec.ts';
import { formatReference, parseReference } from '../../core/refs/reference.ts';
import type { ToolMessage } from '../../core/routing/tool-message.ts';
import type { ContentRouteResult } from '../../core/routing/route-result.ts';
import type { ArtifactsView } from '../artifacts/register.ts';
import type { PreviewController } from '../preview/preview-controller.ts';
import type { DataRoots } from '../roots/open-root.ts';

/**
 * What `activate()` gives to other extensions: the very objects this window works with, live. A runtime that
 * is an extension has the routers of each data root in its context by `dataRoots.roots[n].router` (artifacts),
 * `.capabilityRouter` (messages) and `.tools` (tool calls).
 */
export interface AgentArtifactsApi {
  readonly ArtifactIdCodec: typeof ArtifactIdCodec;
  readonly parseReference: typeof parseReference;
  readonly formatReference: typeof formatReference;
  /** The tool message that carries a routed artifact. */
  formatArtifactToolResponse(result: ContentRouteResult, toolCallId: string): Promise<ToolMessage>;
  /** The data roots of the window; `ready()` looks for them when no view has yet. */
  readonly dataRoots: DataRoots;
  readonly preview: PreviewController;
  readonly artifacts: ArtifactsView;
  readonly onDidChangeDataRoots: vscode.Event<void>;
}

/** Puts the API together. */
export function createApi(parts: { dataRoots: DataRoots; preview: PreviewController; artifacts: ArtifactsView }): AgentArtifactsApi {
  return {
    ...parts,
    ArtifactIdCodec,
    parseReference,
    formatReference,
    async formatArtifactToolResponse(result, toolCallId) {
      const { formatArtifactToolResponse } = await import('../../core/routing/tool-message.ts');
      return formatArtifactToolResponse(result, toolCallId);
    },
    onDidChangeDataRoots: parts.dataRoots.onDidChange,
  };
}
