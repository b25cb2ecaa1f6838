import { useText } from '../../../lib/text.tsx'
import { PasskeyLogIn } from './passkey-log-in.tsx'

export type Provider = { readonly key: string; readonly name: string }

/** The companies one may continue with; nothing where none is configured. Links, so that they work without scripts. */
export function ProviderLinks({
  providers,
  back,
  isAgain = false,
}: {
  readonly providers: readonly Provider[]
  readonly back: string
  /** A logged-in user proves their identity again. */
  readonly isAgain?: boolean
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
            href={`/login/with/${key}?${isAgain ? 'again=yes&' : ''}redirectUrl=${encodeURIComponent(back)}`}
          >
            {t('providers.continue', { name })}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** Ways to log in besides the password. */
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

/** Refusals a way back from a provider may tell of; any other word in the address says nothing. */
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
