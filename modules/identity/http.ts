import { answer, type Handlers } from '#shared/endpoint.ts'
import { Problem } from '#shared/problem.ts'
import type { identityContract } from './contract.ts'
import { createGuest } from './guest.ts'
import { logIn, logOut } from './log-in.ts'
import { checkEmail } from './rules/email.ts'
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
    const fault = checkEmail(input.email)
    if (fault) throw new Problem('validation', 'invalid-input', { fields: { email: fault } })
    return createGuest(app, input)
  },
}
