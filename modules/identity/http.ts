import { answer, type Handlers } from '#shared/endpoint.ts'
import { Problem } from '#shared/problem.ts'
import type { identityContract } from './contract.ts'
import { createGuest } from './guest.ts'
import { logIn, logOut } from './log-in.ts'
import { isEmail, normaliseEmail } from './rules/email.ts'
import type { IdentityPorts, Viewer } from './viewer.ts'

export const identityHandlers: Handlers<typeof identityContract, IdentityPorts, Viewer> = {
  'POST /v4/login': async ({ app, viewer, facts, input }) => {
    const { token, expiresAt, account } = await logIn(app, viewer, facts, input)
    return answer({ userId: account.id, firstName: account.firstName, lastName: account.lastName }, { session: { token, expiresAt } })
  },
  'POST /v4/logout': async ({ app, viewer }) => {
    await logOut(app, viewer)
    return answer({ ended: viewer.kind === 'account' }, { session: null })
  },
  'GET /v4/me': async ({ viewer }) => ({
    kind: viewer.kind,
    userId: viewer.kind === 'account' ? viewer.accountId : viewer.kind === 'guest' ? viewer.guestId : null,
    email: viewer.kind === 'account' ? viewer.email : null,
    firstName: viewer.kind === 'account' ? viewer.firstName : '',
    lastName: viewer.kind === 'account' ? viewer.lastName : '',
    roles: viewer.kind === 'account' ? [...viewer.roles] : [],
  }),
  'POST /v4/guests': async ({ app, input }) => {
    if (!isEmail(normaliseEmail(input.email))) throw new Problem('validation', 'invalid-input', { fields: { email: { code: 'email-invalid' } } })
    return createGuest(app, { email: normaliseEmail(input.email), name: input.name })
  },
}
