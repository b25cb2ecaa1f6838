import type { Viewer } from '#modules/platform/identity/index.ts'
import type { RenderContext } from './render-context.ts'

/** Returns what pages know about the visitor. */
export const pageViewer = (viewer: Viewer): RenderContext['viewer'] =>
  viewer.kind === 'account'
    ? {
        isSignedIn: true,
        needsSecondFactor: false,
        id: viewer.accountId,
        firstName: viewer.firstName,
        email: viewer.email,
        isEmailConfirmed: viewer.isEmailConfirmed,
      }
    : {
        isSignedIn: false,
        needsSecondFactor: viewer.kind === 'first-factor',
        id: '',
        firstName: '',
        email: '',
        isEmailConfirmed: false,
      }
