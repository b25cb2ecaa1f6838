import { z } from 'zod'
import { instant } from '#shared/wire/codecs.ts'
import { endpoint } from '#shared/endpoint.ts'

const base64url = z.string().regex(/^[\w-]*$/)
const id = z.uuid()
const passkey = z.object({
  id: z.string(),
  name: z.string(),
  isBackedUp: z.boolean(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
})
z.globalRegistry.add(passkey, { id: 'Passkey', description: 'A passkey of an account.' })
const name = z.string().max(200)
const loggedIn = z.object({ userId: z.string(), firstName: z.string(), lastName: z.string() })

/** An authenticator's response in WebAuthn's JSON; its members are checked where they are verified. */
const credential = <Response extends z.ZodType>(response: Response) =>
  z.object({
    id: base64url.min(8).max(1400),
    rawId: base64url.max(1400),
    type: z.literal('public-key'),
    authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
    clientExtensionResults: z.object({}).default({}),
    response,
  })
const attestation = credential(
  z.object({
    clientDataJSON: base64url.max(4000),
    attestationObject: base64url.max(20_000),
    transports: z.array(z.string().max(20)).max(8).optional(),
  }),
)
const assertion = credential(
  z.object({
    clientDataJSON: base64url.max(4000),
    authenticatorData: base64url.max(4000),
    signature: base64url.max(8000),
    userHandle: base64url.max(200).optional(),
  }),
)
const options = z.object({ options: z.record(z.string(), z.unknown()) })

/** Sign-in methods of an account besides its password, and its sessions. */
export const securityContract = {
  'GET /v4/login/providers': endpoint({
    access: 'anyone',
    summary: 'List login providers',
    description:
      'Returns the identity providers that the operator has configured; a login begins at `/login/with/{key}`. Anyone may call it.',
    input: z.object({}),
    output: z.object({ providers: z.array(z.object({ key: z.string(), name: z.string() })) }),
  }),
  'POST /v4/login/passkey/options': endpoint({
    access: 'anyone',
    summary: 'Start a passkey login',
    description:
      'Returns WebAuthn PublicKeyCredentialRequestOptions with a challenge that is valid once, for five minutes. Anyone may call it.',
    input: z.object({}),
    output: options,
  }),
  'POST /v4/login/passkey': endpoint({
    access: 'anyone',
    summary: 'Log in with a passkey',
    description:
      'Opens a session for a passkey’s assertion; a signed-in account proves its identity again. Requires the assertion.',
    input: z.object({ response: assertion }),
    output: loggedIn,
    refuses: ['passkey-unknown'],
  }),
  'GET /v4/passkeys': endpoint({
    access: 'signed-in',
    summary: 'List passkeys',
    description: 'Returns the passkeys of the signed-in account, oldest first.',
    input: z.object({}),
    output: z.object({ passkeys: z.array(passkey) }),
  }),
  'POST /v4/passkeys/options': endpoint({
    access: 'signed-in',
    summary: 'Start adding a passkey',
    description:
      'Returns WebAuthn PublicKeyCredentialCreationOptions for the signed-in account. The account must have proven its identity recently.',
    input: z.object({}),
    output: options,
    refuses: ['reauthentication-required', 'confirm-email-first', 'too-many-passkeys'],
  }),
  'POST /v4/passkeys': endpoint({
    access: 'signed-in',
    summary: 'Add a passkey',
    description: 'Saves a new passkey of the signed-in account. The account must have proven its identity recently.',
    input: z.object({ response: attestation, name: name.default('') }),
    output: passkey,
    refuses: [
      'reauthentication-required',
      'confirm-email-first',
      'passkey-refused',
      'passkey-exists',
      'too-many-passkeys',
    ],
  }),
  'PATCH /v4/passkeys/:passkeyId': endpoint({
    access: 'signed-in',
    summary: 'Rename a passkey',
    description: 'Renames a passkey of the signed-in account.',
    input: z.object({ passkeyId: id, name }),
    output: z.object({ renamed: z.boolean() }),
  }),
  'DELETE /v4/passkeys/:passkeyId': endpoint({
    access: 'signed-in',
    summary: 'Delete a passkey',
    description:
      'Deletes a passkey of the signed-in account unless it is the last sign-in method. The account must have proven its identity recently.',
    input: z.object({ passkeyId: id }),
    output: z.object({ removed: z.boolean() }),
    refuses: ['not-found', 'reauthentication-required', 'last-sign-in-method'],
  }),
  'GET /v4/external-logins': endpoint({
    access: 'signed-in',
    summary: 'List external logins',
    description: 'Returns the external logins of the signed-in account, and whether one of them brought a picture.',
    input: z.object({}),
    output: z.object({
      hasPicture: z.boolean(),
      externalLogins: z.array(
        z.object({
          id: z.string(),
          provider: z.string(),
          email: z.string(),
          linkedAt: instant,
          lastUsedAt: instant,
        }),
      ),
    }),
  }),
  'DELETE /v4/external-logins/:externalLoginId': endpoint({
    access: 'signed-in',
    summary: 'Disconnect an external login',
    description:
      'Disconnects an external login of the signed-in account unless it is the last sign-in method. The account must have proven its identity recently.',
    input: z.object({ externalLoginId: id }),
    output: z.object({ removed: z.boolean() }),
    refuses: ['not-found', 'reauthentication-required', 'last-sign-in-method'],
  }),
  'DELETE /v4/me/picture': endpoint({
    access: 'signed-in',
    summary: 'Delete the picture',
    description: 'Deletes the picture that an external login brought to the signed-in account.',
    input: z.object({}),
    output: z.object({ removed: z.boolean() }),
  }),
  'GET /v4/devices': endpoint({
    access: 'signed-in',
    summary: 'List devices',
    description: 'Returns the devices on which the signed-in account is logged in, this device first.',
    input: z.object({}),
    output: z.object({
      devices: z.array(
        z.object({
          id: z.string(),
          isThis: z.boolean(),
          browser: z.string().nullable(),
          system: z.string().nullable(),
          country: z.string().nullable(),
          ip: z.string(),
          openedAt: instant,
          lastSeenAt: instant,
        }),
      ),
    }),
  }),
  'DELETE /v4/devices/:deviceId': endpoint({
    access: 'signed-in',
    summary: 'Log out a device',
    description: 'Ends the session of another device of the signed-in account.',
    input: z.object({ deviceId: id }),
    output: z.object({ ended: z.boolean() }),
    refuses: ['not-found'],
  }),
  'POST /v4/devices/end-others': endpoint({
    access: 'signed-in',
    summary: 'Log out other devices',
    description: 'Ends every session of the signed-in account except this one.',
    input: z.object({}),
    output: z.object({ ended: z.number().int() }),
  }),
}
