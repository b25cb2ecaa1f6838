import { useSyncExternalStore } from 'react'
import { api, Refused } from '../../../lib/api.ts'

/** The library is loaded when the button is pressed, so that no page is larger for it. */
const library = () => import('@simplewebauthn/browser')

const never = () => () => undefined
/**
 * Whether this browser supports passkeys. `undefined`: not known yet, on the server and until hydration; the control
 * keeps its place.
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

/** Answers the server's question with a passkey; a session is open afterwards. */
export async function logInWithPasskey(): Promise<void> {
  const { startAuthentication } = await library()
  const { options } = await api('POST /v4/login/passkey/options', {})
  const response = await startAuthentication({
    optionsJSON: options as unknown as Options<Browser['startAuthentication']>,
  })
  await api('POST /v4/login/passkey', { response: { ...response, clientExtensionResults: {} } })
}

/** Creates a passkey for the logged-in account, and stores it. */
export async function makePasskey(name: string): Promise<void> {
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

/** What became of it: the server's refusal, or what the browser or its owner did not do. */
export type Failure =
  | { readonly kind: 'refused'; readonly code: string; readonly text: string }
  | { readonly kind: 'made-before' }
  | { readonly kind: 'not-done' }

export function failureOf(error: unknown): Failure {
  if (error instanceof Refused) return { kind: 'refused', code: error.code, text: error.message }
  return (error as { code?: string }).code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
    ? { kind: 'made-before' }
    : { kind: 'not-done' }
}
