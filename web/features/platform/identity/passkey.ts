import { useSyncExternalStore } from 'react'
import { api, ApiError } from '#web/lib/api.ts'

/** Loaded when the button is clicked, to keep pages small. */
const library = () => import('@simplewebauthn/browser')

const never = () => () => undefined
/**
 * Returns whether this browser supports passkeys; undefined on the server and until hydration, when the control's space
 * is reserved.
 */
export const usePasskeys = (): boolean | undefined =>
  useSyncExternalStore<boolean | undefined>(
    never,
    () => typeof window.PublicKeyCredential === 'function',
    () => undefined,
  )

type Options<Start extends (input: { optionsJSON: never }) => unknown> = Start extends (input: {
  optionsJSON: infer JSON
}) => unknown
  ? JSON
  : never
type Browser = Awaited<ReturnType<typeof library>>

/** Logs in with a passkey, which creates a session. */
export async function logInWithPasskey(): Promise<void> {
  const { startAuthentication } = await library()
  const { options } = await api('POST /v4/login/passkey/options', {})
  const response = await startAuthentication({
    optionsJSON: options as unknown as Options<Browser['startAuthentication']>,
  })
  await api('POST /v4/login/passkey', { response: { ...response, clientExtensionResults: {} } })
}

/** Creates a passkey for the signed-in account and stores it. */
export async function createPasskey(name: string): Promise<void> {
  const { startRegistration } = await library()
  const { options } = await api('POST /v4/passkeys/options', {})
  const response = await startRegistration({ optionsJSON: options as unknown as Options<Browser['startRegistration']> })
  const { clientDataJSON, attestationObject, transports } = response.response
  await api('POST /v4/passkeys', {
    name,
    response: {
      ...response,
      clientExtensionResults: {},
      response: { clientDataJSON, attestationObject, ...(transports ? { transports } : {}) },
    },
  })
}

/** Why it failed: rejected by the server, cancelled, or unsupported. */
export type Failure =
  | { readonly kind: 'refused'; readonly code: string; readonly text: string }
  | { readonly kind: 'made-before' }
  | { readonly kind: 'not-done' }

export function failureOf(error: unknown): Failure {
  if (error instanceof ApiError) return { kind: 'refused', code: error.code, text: error.message }
  return (error as { code?: string }).code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
    ? { kind: 'made-before' }
    : { kind: 'not-done' }
}
