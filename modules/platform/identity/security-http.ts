import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { answer, type Handlers } from '#shared/endpoint.ts'
import type { securityContract } from './security-contract.ts'
import { devicesOf, endDevice, endOtherDevices } from './login/devices.ts'
import type { ExternalLoginPorts } from './login/external-login.ts'
import { externalLoginsOf, unlink } from './login/own-external-logins.ts'
import {
  addPasskey,
  logInWithPasskey,
  type PasskeyPorts,
  passkeyLoginOptions,
  passkeyOptions,
  passkeysOf,
  removePasskey,
  renamePasskey,
} from './login/passkeys.ts'
import type { Passkey } from './login/passkey-queries.ts'
import { accountPictureOf, removePicture } from './picture.ts'
import { describeBrowser } from './rules/browser.ts'
import { accountOf, type Viewer } from './viewer.ts'

const passkeyView = ({ id, name, isBackedUp, createdAt, lastUsedAt }: Passkey) => ({
  id,
  name,
  isBackedUp,
  createdAt,
  lastUsedAt,
})

export const securityHandlers: Handlers<typeof securityContract, PasskeyPorts & ExternalLoginPorts, Viewer> = {
  'GET /v4/login/providers': async ({ app }) => ({
    providers: app.loginProviders.map(({ key, name }) => ({ key, name })),
  }),
  'POST /v4/login/passkey/options': async ({ app }) => ({ options: { ...(await passkeyLoginOptions(app)) } }),
  'POST /v4/login/passkey': async ({ app, viewer, context, input }) => {
    const {
      token,
      expiresAt,
      account: who,
    } = await logInWithPasskey(app, viewer, context, input.response as AuthenticationResponseJSON)
    return answer(
      { userId: who.id, firstName: who.firstName, lastName: who.lastName },
      { session: { token, expiresAt } },
    )
  },
  'GET /v4/passkeys': async ({ app, viewer }) => ({
    passkeys: (await passkeysOf(app, accountOf(viewer))).map(passkeyView),
  }),
  'POST /v4/passkeys/options': async ({ app, viewer }) => ({
    options: { ...(await passkeyOptions(app, accountOf(viewer))) },
  }),
  'POST /v4/passkeys': async ({ app, viewer, context, input }) =>
    passkeyView(
      await addPasskey(app, accountOf(viewer), context, {
        response: input.response as RegistrationResponseJSON,
        name: input.name,
      }),
    ),
  'PATCH /v4/passkeys/:passkeyId': async ({ app, viewer, input }) => {
    await renamePasskey(app, accountOf(viewer), input.passkeyId, input.name)
    return { renamed: true }
  },
  'DELETE /v4/passkeys/:passkeyId': async ({ app, viewer, context, input }) => {
    await removePasskey(app, accountOf(viewer), context, input.passkeyId)
    return { removed: true }
  },
  'GET /v4/external-logins': async ({ app, viewer }) => ({
    hasPicture: (await accountPictureOf(app, accountOf(viewer).accountId)) !== undefined,
    externalLogins: (await externalLoginsOf(app, accountOf(viewer))).map((login) => ({
      id: login.id,
      provider: login.provider,
      email: login.email,
      linkedAt: login.linkedAt,
      lastUsedAt: login.lastUsedAt,
    })),
  }),
  'DELETE /v4/external-logins/:externalLoginId': async ({ app, viewer, context, input }) => {
    await unlink(app, accountOf(viewer), context, input.externalLoginId)
    return { removed: true }
  },
  'DELETE /v4/me/picture': async ({ app, viewer }) => ({
    removed: await removePicture(app, accountOf(viewer).accountId),
  }),
  'GET /v4/devices': async ({ app, viewer }) => ({
    devices: (await devicesOf(app, accountOf(viewer))).map(
      ({ id, isThis, userAgent, country, ip, openedAt, lastSeenAt }) => {
        const { browser, system } = describeBrowser(userAgent)
        return {
          id,
          isThis,
          browser: browser ?? null,
          system: system ?? null,
          country,
          ip,
          openedAt,
          lastSeenAt,
        }
      },
    ),
  }),
  'DELETE /v4/devices/:deviceId': async ({ app, viewer, context, input }) => {
    await endDevice(app, accountOf(viewer), context, input.deviceId)
    return { ended: true }
  },
  'POST /v4/devices/end-others': async ({ app, viewer, context }) => ({
    ended: await endOtherDevices(app, accountOf(viewer), context),
  }),
}
