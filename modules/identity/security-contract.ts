import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'

const base64url = z.string().regex(/^[\w-]*$/)
const id = z.uuid()
const passkey = z.object({ id: z.string(), name: z.string(), isBackedUp: z.boolean(), createdAt: z.string(), lastUsedAt: z.string().nullable() })
z.globalRegistry.add(passkey, { id: 'Passkey', description: 'A passkey of an account.' })
const name = z.string().max(200)
const loggedIn = z.object({ userId: z.string(), firstName: z.string(), lastName: z.string() })

/** What an authenticator answers, as WebAuthn's JSON has it; what the members mean is judged where they are verified. */
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
  z.object({ clientDataJSON: base64url.max(4000), attestationObject: base64url.max(20_000), transports: z.array(z.string().max(20)).max(8).optional() }),
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

/** Ways into an account besides its password, and where it is logged in. */
export const securityContract = {
  'GET /v4/login/providers': endpoint({
    access: 'anyone',
    summary: 'Other companies somebody may log in with here; none until the operator configured one. The log-in begins at /login/with/{key}.',
    input: z.object({}),
    output: z.object({ providers: z.array(z.object({ key: z.string(), name: z.string() })) }),
  }),
  'POST /v4/login/passkey/options': endpoint({
    access: 'anyone',
    summary: 'A question for a passkey, answered once within five minutes (WebAuthn PublicKeyCredentialRequestOptions).',
    input: z.object({}),
    output: options,
  }),
  'POST /v4/login/passkey': endpoint({
    access: 'anyone',
    summary: 'Opens a session for the answer of a passkey; whoever is logged in shows again who they are.',
    input: z.object({ response: assertion }),
    output: loggedIn,
    refuses: ['passkey-unknown'],
  }),
  'GET /v4/passkeys': endpoint({
    access: 'signed-in',
    summary: 'Your passkeys, oldest first.',
    input: z.object({}),
    output: z.object({ passkeys: z.array(passkey) }),
  }),
  'POST /v4/passkeys/options': endpoint({
    access: 'signed-in',
    summary: 'What a browser needs to make a passkey for you (WebAuthn PublicKeyCredentialCreationOptions).',
    input: z.object({}),
    output: options,
    refuses: ['prove-yourself', 'confirm-email-first', 'too-many-passkeys'],
  }),
  'POST /v4/passkeys': endpoint({
    access: 'signed-in',
    summary: 'Keeps a passkey that was just made.',
    input: z.object({ response: attestation, name: name.default('') }),
    output: passkey,
    refuses: ['prove-yourself', 'confirm-email-first', 'passkey-refused', 'passkey-exists', 'too-many-passkeys'],
  }),
  'PATCH /v4/passkeys/:passkeyId': endpoint({
    access: 'signed-in',
    summary: 'Gives a passkey of yours another name.',
    input: z.object({ passkeyId: id, name }),
    output: z.object({ renamed: z.boolean() }),
  }),
  'DELETE /v4/passkeys/:passkeyId': endpoint({
    access: 'signed-in',
    summary: 'Removes a passkey of yours, unless nothing else leads into the account.',
    input: z.object({ passkeyId: id }),
    output: z.object({ removed: z.boolean() }),
    refuses: ['not-found', 'prove-yourself', 'last-way-in'],
  }),
  'GET /v4/external-logins': endpoint({
    access: 'signed-in',
    summary: 'Logins at other companies that lead into your account, and whether one of them brought a picture.',
    input: z.object({}),
    output: z.object({
      hasPicture: z.boolean(),
      externalLogins: z.array(z.object({ id: z.string(), provider: z.string(), email: z.string(), linkedAt: z.string(), lastUsedAt: z.string() })),
    }),
  }),
  'DELETE /v4/external-logins/:externalLoginId': endpoint({
    access: 'signed-in',
    summary: 'Disconnects a login at another company, unless nothing else leads into the account.',
    input: z.object({ externalLoginId: id }),
    output: z.object({ removed: z.boolean() }),
    refuses: ['not-found', 'prove-yourself', 'last-way-in'],
  }),
  'DELETE /v4/me/picture': endpoint({
    access: 'signed-in',
    summary: 'Removes the picture that a login at another company brought.',
    input: z.object({}),
    output: z.object({ removed: z.boolean() }),
  }),
  'GET /v4/devices': endpoint({
    access: 'signed-in',
    summary: 'Where your account is logged in now, this device first.',
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
          openedAt: z.string(),
          seenAt: z.string(),
        }),
      ),
    }),
  }),
  'DELETE /v4/devices/:deviceId': endpoint({
    access: 'signed-in',
    summary: 'Logs one of your devices out.',
    input: z.object({ deviceId: id }),
    output: z.object({ ended: z.boolean() }),
    refuses: ['not-found'],
  }),
  'POST /v4/devices/end-others': endpoint({
    access: 'signed-in',
    summary: 'Logs every device out but this one.',
    input: z.object({}),
    output: z.object({ ended: z.number().int() }),
  }),
}
