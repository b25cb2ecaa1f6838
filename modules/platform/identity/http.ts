import { answer, type Handlers } from '#shared/endpoint.ts'
import { Problem } from '#shared/problem.ts'
import { requestConfirmation, requestLink } from './email/request-mail.ts'
import { requestEmailChange, changeEmail, emailOf } from './email/change-email.ts'
import { confirmEmail } from './email/confirm-email.ts'
import type { identityContract } from './contract.ts'
import { createGuest } from './guest.ts'
import type { HumanCheckPorts } from './login/human-check.ts'
import { logInByLink } from './login/log-in-by-link.ts'
import { logIn, logOut, type OpenedSession } from './login/log-in.ts'
import { changeName, currentUser, getPreferences, savePreferences } from './profile.ts'
import { reauthenticate } from './login/recent-authentication.ts'
import { describeCode } from './email/email-codes.ts'
import { checkEmail } from './rules/email.ts'
import { endGuest, findGuest } from './queries.ts'
import { preferenceCookies } from './rules/preference-cookies.ts'
import { changePassword, setPassword } from './set-password.ts'
import { signUp } from './sign-up.ts'
import type { TwoFactorPorts } from './two-factor/check-code.ts'
import { accountOf, type Viewer } from './viewer.ts'

const opened = ({ token, expiresAt, account }: OpenedSession) =>
  answer(
    { userId: account.id, firstName: account.firstName, lastName: account.lastName },
    { session: { token, expiresAt } },
  )

export const identityHandlers: Handlers<typeof identityContract, TwoFactorPorts & HumanCheckPorts, Viewer> = {
  'POST /v4/signup': async ({ app, viewer, context, input }) => opened(await signUp(app, viewer, context, input)),
  'POST /v4/email-confirmations': async ({ app, viewer, context, input }) =>
    opened(await confirmEmail(app, viewer, context, input)),
  'POST /v4/email-confirmations/mails': async ({ app, viewer, context, input }) => {
    await requestConfirmation(app, accountOf(viewer), context, input.redirectUrl)
    return { isRequested: true }
  },
  'POST /v4/login/links': async ({ app, viewer, context, input }) => {
    await requestLink(app, viewer, context, { kind: 'log-in', ...input })
    return { isRequested: true }
  },
  'POST /v4/login/link': async ({ app, viewer, context, input }) =>
    opened(await logInByLink(app, viewer, context, input.code)),
  'POST /v4/password/mails': async ({ app, viewer, context, input }) => {
    await requestLink(app, viewer, context, { kind: 'set-password', ...input })
    return { isRequested: true }
  },
  'POST /v4/password': async ({ app, viewer, context, input }) =>
    opened(await changePassword(app, accountOf(viewer), context, input)),
  'POST /v4/password/proofs': async ({ app, viewer, context, input }) => {
    await reauthenticate(app, accountOf(viewer), context, input)
    return { proven: true }
  },
  'POST /api/user/setPassword': async ({ app, viewer, context, input }) =>
    opened(await setPassword(app, viewer, context, input)),
  'POST /api/user/getByCode': async ({ app, input }) => describeCode(app, input.code),
  'GET /api/user/current': async ({ app, viewer }) => currentUser(app, accountOf(viewer)),
  'POST /v4/me/name': async ({ app, viewer, context, input }) => changeName(app, accountOf(viewer), context, input),
  'GET /v4/me/email': async ({ app, viewer }) => emailOf(app, accountOf(viewer)),
  'POST /v4/me/email': async ({ app, viewer, context, input }) => {
    await requestEmailChange(app, accountOf(viewer), context, input.email)
    return { isRequested: true }
  },
  'POST /v4/me/email/proofs': async ({ app, viewer, context, input }) =>
    opened(await changeEmail(app, accountOf(viewer), context, input.code)),
  'GET /api/user/properties': async ({ app, viewer }) => getPreferences(app, accountOf(viewer).accountId),
  'POST /api/user/properties': async ({ app, viewer, input }) =>
    answer(await savePreferences(app, accountOf(viewer).accountId, input), { cookies: preferenceCookies(input) }),
  'POST /v4/login': async ({ app, viewer, context, input }) => {
    return opened(await logIn(app, viewer, context, input))
  },
  'POST /v4/logout': async ({ app, viewer }) => {
    await logOut(app, viewer)
    // The currency cookie came from the account.
    return answer(
      { ended: viewer.kind === 'account' || viewer.kind === 'first-factor' },
      { session: null, cookies: { currency: null } },
    )
  },
  'GET /v4/me': async ({ viewer }) => ({
    kind: viewer.kind,
    userId: viewer.kind === 'guest' ? viewer.guestId : null,
    email: null,
    firstName: '',
    lastName: '',
    roles: [],
    ...(viewer.kind === 'account' && {
      userId: viewer.accountId,
      email: viewer.email,
      firstName: viewer.firstName,
      lastName: viewer.lastName,
      roles: [...viewer.roles],
    }),
  }),
  'POST /v4/guests': async ({ app, input }) => {
    const fault = checkEmail(input.email)
    if (fault) throw new Problem('validation', 'invalid-input', { fields: { email: fault } })
    return createGuest(app, input)
  },
  'GET /v4/guests/me': async ({ app, viewer }) => ({
    guest: (viewer.kind === 'guest' && (await findGuest(app, viewer.guestId))) || null,
  }),
  'POST /v4/guests/me/end': async ({ app, viewer }) => {
    if (viewer.kind === 'guest') await endGuest(app, viewer.guestId)
    return { ended: viewer.kind === 'guest' }
  },
}
