import type { RequestContext } from '#shared/endpoint.ts'
import { toRequesterScope, type Viewer, visitOf } from '#modules/platform/identity/index.ts'
import { type Requester, scopesOf } from '#modules/money/payments/index.ts'

/** Identifies the requester by account and visit, so that a key survives login and logout. */
export const identifyRequester = (
  viewer: Viewer,
  context: Pick<RequestContext, 'sessionId' | 'ip' | 'userAgent'>,
): Requester => ({
  scope: toRequesterScope(viewer, context),
  visit: visitOf(context),
})

/** Returns whether only the requester's IP address is known, which a whole mosque may share. */
export const isIpOnlyVisitor = (viewer: Viewer, { sessionId }: Pick<RequestContext, 'sessionId'>): boolean =>
  viewer.kind === 'anonymous' && !sessionId

/** A requester's country and the scopes of their payments, whose reserved pieces of a level are available to them. */
export type RequesterScopes = { readonly country: string | undefined; readonly scopes: readonly string[] }

export const requesterScopes = (viewer: Viewer, context: RequestContext): RequesterScopes => ({
  country: context.country,
  scopes: scopesOf(identifyRequester(viewer, context)),
})
