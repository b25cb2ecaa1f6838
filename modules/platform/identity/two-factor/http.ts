import { answer, type Handlers } from '#shared/endpoint.ts'
import { accountOf, type Viewer } from '../viewer.ts'
import {
  beginAuthenticatorSetup,
  confirmAuthenticator,
  getTwoFactor,
  removeAuthenticator,
  replaceCodes,
} from './authenticator.ts'
import type { twoFactorContract } from './contract.ts'
import { approve, openRemovals, removableFrom, type RemovalPorts, requestRemoval, stop } from './factor-removals.ts'
import type { FactorRemoval } from './removal-queries.ts'
import { type TwoFactorPolicy, verifySecondFactor } from './second-factor.ts'

const removalView = (removal: FactorRemoval, viewer: Viewer) => ({
  id: removal.id,
  accountId: removal.accountId,
  email: removal.email,
  name: removal.name,
  requestedBy: removal.requesterEmail,
  requestedAt: removal.requestedAt,
  removableFrom: removableFrom(removal),
  isOwn: removal.requestedBy === accountOf(viewer).accountId,
})

export const twoFactorHandlers: Handlers<typeof twoFactorContract, RemovalPorts & TwoFactorPolicy, Viewer> = {
  'POST /v4/login/second-factor': async ({ app, viewer, context, input }) => {
    const { token, expiresAt, account } = await verifySecondFactor(app, viewer, context, input.code)
    return answer(
      { userId: account.id, firstName: account.firstName, lastName: account.lastName },
      { session: { token, expiresAt } },
    )
  },
  'GET /v4/two-factor': async ({ app, viewer }) => {
    const account = accountOf(viewer)
    return {
      ...(await getTwoFactor(app, account)),
      hasSecondFactor: account.hasSecondFactor,
      isRequired: app.isTwoFactorRequired && account.roles.length > 0,
    }
  },
  'POST /v4/two-factor/authenticator': async ({ app, viewer }) => beginAuthenticatorSetup(app, accountOf(viewer)),
  'POST /v4/two-factor/authenticator/confirm': async ({ app, viewer, context, input }) => ({
    recoveryCodes: await confirmAuthenticator(app, accountOf(viewer), context, input.code),
  }),
  'POST /v4/two-factor/recovery-codes': async ({ app, viewer, context }) => ({
    recoveryCodes: await replaceCodes(app, accountOf(viewer), context),
  }),
  'DELETE /v4/two-factor/authenticator': async ({ app, viewer, context }) => {
    await removeAuthenticator(app, accountOf(viewer), context)
    return { removed: true as const }
  },
  'GET /v4/staff/factor-removals': async ({ app, viewer }) => ({
    removals: (await openRemovals(app)).map((removal) => removalView(removal, viewer)),
  }),
  'POST /v4/staff/factor-removals': async ({ app, viewer, context, input }) =>
    removalView(await requestRemoval(app, accountOf(viewer), context, input.email), viewer),
  'POST /v4/staff/factor-removals/:removalId/approve': async ({ app, viewer, context, input }) => {
    await approve(app, accountOf(viewer), context, input.removalId)
    return { removed: true as const }
  },
  'POST /v4/factor-removals/stop': async ({ app, context, input }) => {
    await stop(app, context, input.code)
    return { stopped: true as const }
  },
}
