import { useText } from '#web/lib/text.tsx'
import { PasskeyLogIn } from './passkey-log-in.tsx'

export type Provider = { readonly key: string; readonly name: string }

/** Links to the configured identity providers, which work without JavaScript. Renders nothing if there are none. */
export function ProviderLinks({
  providers,
  back,
  isReauthentication = false,
}: {
  readonly providers: readonly Provider[]
  readonly back: string
  /** Whether a signed-in user reauthenticates. */
  readonly isReauthentication?: boolean
}) {
  const t = useText()
  if (providers.length === 0) return null
  return (
    <ul className="security-methods">
      {providers.map(({ key, name }) => (
        <li key={key}>
          <a
            className="button button-quiet button-wide"
            rel="nofollow"
            href={`/login/with/${key}?${isReauthentication ? 'reauthenticate=yes&' : ''}redirectUrl=${encodeURIComponent(back)}`}
          >
            {t('providers.continue', { name })}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** Sign-in methods besides the password. */
export const OtherSignInMethods = ({
  providers,
  back,
}: {
  readonly providers: readonly Provider[]
  readonly back: string
}) => (
  <div className="security-methods">
    <PasskeyLogIn back={back} />
    <ProviderLinks providers={providers} back={back} />
  </div>
)

/** Returns the error code in a provider's redirect; undefined for unknown codes, so the URL can't inject text. */
export const reportedProblem = (search: string): string | undefined => {
  const code = new URLSearchParams(search).get('problem') ?? ''
  return reportable.has(code) ? code : undefined
}
const reportable = new Set([
  'external-login-failed',
  'external-login-declined',
  'external-login-expired',
  'external-email-missing',
  'external-log-in-first',
  'external-login-taken',
  'external-login-other',
  'confirm-email-first',
])
