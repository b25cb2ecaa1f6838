import type { ReactNode } from 'react'
import { PageForm } from '#web/kit/page-form.tsx'
import { useText } from '#web/lib/text.tsx'
import { Badge } from '#web/ui/small-parts.tsx'
import { AddPasskey } from './add-passkey.tsx'
import type { Provider } from './other-sign-in-methods.tsx'

/** A session as formatted by the loader, so that server and browser show the same places and times. */
export type DeviceRow = {
  readonly id: string
  readonly isThis: boolean
  readonly browser: string | null
  readonly system: string | null
  readonly place: string
  readonly when: string
}
export type PasskeyRow = {
  readonly id: string
  readonly name: string
  readonly isBackedUp: boolean
  readonly day: string
  readonly used: string | null
}
export type LoginRow = { readonly id: string; readonly provider: string; readonly email: string }

const Section = ({
  id,
  title,
  lead,
  children,
}: {
  readonly id: string
  readonly title: string
  readonly lead: string
  readonly children: ReactNode
}) => (
  <section className="card" aria-labelledby={id}>
    <div className="card-in stack">
      <div className="security-lead">
        <h2 id={id}>{title}</h2>
        <p className="quiet">{lead}</p>
      </div>
      {children}
    </div>
  </section>
)

/** A form with one button, which works without JavaScript. */
const Act = ({
  act,
  id,
  label,
  children,
}: {
  readonly act: string
  readonly id?: string
  readonly label?: string
  readonly children: ReactNode
}) => (
  <form method="post">
    {id === undefined ? null : <input type="hidden" name="id" value={id} />}
    <button className="button button-quiet" name="act" value={act} aria-label={label}>
      {children}
    </button>
  </form>
)

export function Devices({ devices }: { readonly devices: readonly DeviceRow[] }) {
  const t = useText()
  return (
    <Section id="devices" title={t('devices.title')} lead={t('devices.lead')}>
      <ul className="security-list">
        {devices.map((device) => {
          const { id, isThis, browser, system, place, when } = device
          const name =
            browser && system
              ? t('devices.browser-on', { browser, system })
              : (browser ?? system ?? t('devices.unknown'))
          return (
            <li key={id}>
              <DeviceMark isHandheld={/^(iPhone|iPad|Android)$/.test(system ?? '')} />
              <div className="security-text">
                <p className="strong">
                  {name} {isThis ? <Badge look="brand">{t('devices.this')}</Badge> : null}
                </p>
                <p className="quiet small">
                  <bdi>{place}</bdi>
                  {' · '}
                  <bdi>{isThis ? t('devices.now') : t('devices.seen', { when })}</bdi>
                </p>
              </div>
              {isThis ? null : (
                <Act act="end-device" id={id} label={t('devices.end-which', { device: name })}>
                  {t('devices.end')}
                </Act>
              )}
            </li>
          )
        })}
      </ul>
      {devices.length > 1 ? (
        <Act act="end-others">{t('devices.end-others')}</Act>
      ) : (
        <p className="quiet">{t('devices.only-this')}</p>
      )}
    </Section>
  )
}

export function Passkeys({
  passkeys,
  isConfirmed,
}: {
  readonly passkeys: readonly PasskeyRow[]
  readonly isConfirmed: boolean
}) {
  const t = useText()
  return (
    <Section id="passkeys" title={t('passkeys.title')} lead={t('passkeys.lead')}>
      {passkeys.length === 0 ? (
        <p>{t('passkeys.none')}</p>
      ) : (
        <ul className="security-list">
          {passkeys.map(({ id, name, isBackedUp, day, used }) => (
            <li key={id}>
              <div className="security-text">
                <p className="strong">
                  <bdi>{name}</bdi> {isBackedUp ? <Badge>{t('passkeys.synced')}</Badge> : null}
                </p>
                <p className="quiet small">
                  {t('passkeys.added', { day })}
                  {used === null ? null : ` · ${t('passkeys.used', { when: used })}`}
                </p>
                <details>
                  <summary aria-label={t('passkeys.rename-which', { name })}>{t('passkeys.rename')}</summary>
                  <PageForm className="security-rename row">
                    <input type="hidden" name="id" value={id} />
                    <input
                      className="input"
                      name="name"
                      defaultValue={name}
                      maxLength={60}
                      required
                      dir="auto"
                      aria-label={t('passkeys.name')}
                    />
                    <button className="button button-quiet" name="act" value="rename">
                      {t('passkeys.save')}
                    </button>
                  </PageForm>
                </details>
              </div>
              <Act act="remove-passkey" id={id} label={t('passkeys.remove-which', { name })}>
                {t('passkeys.remove')}
              </Act>
            </li>
          ))}
        </ul>
      )}
      {isConfirmed ? <AddPasskey /> : <p className="quiet">{t('passkeys.confirm-first')}</p>}
    </Section>
  )
}

export function TwoFactorLink({ isOn }: { readonly isOn: boolean }) {
  const t = useText()
  return (
    <Section id="two-factor" title={t('two-factor.title')} lead={t('two-factor.lead')}>
      <p className="button-row">
        <Badge look={isOn ? 'brand' : 'accent'}>{t(isOn ? 'two-factor.on' : 'two-factor.off')}</Badge>
        <a className="button button-quiet" href="/account/two-factor">
          {t('two-factor.manage')}
        </a>
      </p>
    </Section>
  )
}

export function ConnectedLogins({
  providers,
  logins,
  isConfirmed,
}: {
  readonly providers: readonly Provider[]
  readonly logins: readonly LoginRow[]
  readonly isConfirmed: boolean
}) {
  const t = useText()
  // Connected providers stay visible even if the operator no longer offers them.
  const gone = logins
    .filter((login) => !providers.some(({ key }) => key === login.provider))
    .map(({ provider }) => ({ key: provider, name: provider }))
  const rows = [...providers, ...gone]
  if (rows.length === 0) return null
  function connectionText(login: LoginRow | undefined): string {
    if (!login) return t('providers.not-connected')
    return login.email
      ? t('providers.connected', { email: `\u2068${login.email}\u2069` })
      : t('providers.connected-unnamed')
  }
  return (
    <Section id="providers" title={t('providers.title')} lead={t('providers.lead')}>
      <ul className="security-list">
        {rows.map(({ key, name }) => {
          const login = logins.find(({ provider }) => provider === key)
          return (
            <li key={key}>
              <div className="security-text">
                <p className="strong">
                  <bdi>{name}</bdi>
                </p>
                <p className="quiet small">{connectionText(login)}</p>
              </div>
              {login ? (
                <Act act="disconnect" id={login.id} label={t('providers.disconnect-which', { name })}>
                  {t('providers.disconnect')}
                </Act>
              ) : null}
              {!login && isConfirmed ? (
                <a
                  className="button button-quiet"
                  rel="nofollow"
                  href={`/login/with/${key}?link=yes`}
                  aria-label={t('providers.connect-which', { name })}
                >
                  {t('providers.connect')}
                </a>
              ) : null}
            </li>
          )
        })}
      </ul>
      {isConfirmed ? null : <p className="quiet">{t('providers.confirm-first')}</p>}
    </Section>
  )
}

const DeviceMark = ({ isHandheld }: { readonly isHandheld: boolean }) => (
  <svg
    className="security-icon"
    width="28"
    height="28"
    viewBox="0 0 28 28"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.6"
    aria-hidden="true"
  >
    {isHandheld ? (
      <>
        <rect x="8" y="3" width="12" height="22" rx="3" />
        <path d="M12.5 21.5h3" strokeLinecap="round" />
      </>
    ) : (
      <>
        <rect x="5" y="6" width="18" height="12" rx="2" />
        <path d="M2.5 21.5h23" strokeLinecap="round" />
      </>
    )}
  </svg>
)
