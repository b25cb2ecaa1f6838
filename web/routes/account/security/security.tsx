import '#web/features/platform/identity/security.css'
import { data, redirect, useLocation } from 'react-router'
import { countryName } from '#shared/texts/country-names.ts'
import { formatDay, localDateIn } from '#shared/calendar.ts'
import { renderContext } from '#server/pages/render-context.ts'
import { reportedProblem } from '#web/features/platform/identity/other-sign-in-methods.tsx'
import {
  ConnectedLogins,
  Devices,
  Passkeys,
  TwoFactorLink,
} from '#web/features/platform/identity/security-sections.tsx'
import { agoText } from '#web/features/platform/identity/when.ts'
import { reauthenticationUrlFor } from '#web/lib/login-urls.ts'
import { formOfOwner } from '#web/kit/form-of-owner.ts'
import { postedText, toFormErrors } from '#web/lib/form-values.ts'
import { useFaultText, useText } from '#web/lib/text.tsx'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import type { Route } from './+types/security'

export async function loader({ context }: Route.LoaderArgs) {
  const { api, locale, now } = context.get(renderContext)
  const [me, twoFactor, { devices }, { passkeys }, { externalLogins, hasPicture }, { providers }] = await Promise.all([
    api('GET /api/user/current', {}),
    api('GET /v4/two-factor', {}),
    api('GET /v4/devices', {}),
    api('GET /v4/passkeys', {}),
    api('GET /v4/external-logins', {}),
    api('GET /v4/login/providers', {}),
  ])
  const ago = (instant: string) => agoText(new Date(instant), now(), locale)
  return {
    isConfirmed: me.emailConfirmed,
    twoFactor: { isOn: twoFactor.isOn },
    name: `${me['first-name']} ${me['last-name']}`.trim(),
    hasPicture,
    providers,
    logins: externalLogins.map(({ id, provider, email }) => ({ id, provider, email })),
    devices: devices.map(({ id, isThis, browser, system, country, ip, lastSeenAt }) => ({
      id,
      isThis,
      browser,
      system,
      place: country === null ? ip : `${countryName(country, locale)} (${ip})`,
      when: ago(lastSeenAt),
    })),
    passkeys: passkeys.map(({ id, name, isBackedUp, createdAt, lastUsedAt }) => ({
      id,
      name,
      isBackedUp,
      day: formatDay(localDateIn('UTC', new Date(createdAt)), locale),
      used: lastUsedAt === null ? null : ago(lastUsedAt),
    })),
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const { api, refusalOf } = context.get(renderContext)
  const form = await formOfOwner({ context, request })
  const id = postedText(form, 'id', 40)
  const acts: Readonly<Record<string, readonly [done: string, act: () => Promise<unknown>]>> = {
    'end-device': ['device', () => api('DELETE /v4/devices/:deviceId', { deviceId: id })],
    'end-others': ['others', () => api('POST /v4/devices/end-others', {})],
    rename: [
      'passkey-renamed',
      () => api('PATCH /v4/passkeys/:passkeyId', { passkeyId: id, name: postedText(form, 'name', 200) }),
    ],
    'remove-passkey': ['passkey-removed', () => api('DELETE /v4/passkeys/:passkeyId', { passkeyId: id })],
    disconnect: ['disconnected', () => api('DELETE /v4/external-logins/:externalLoginId', { externalLoginId: id })],
    'remove-picture': ['picture', () => api('DELETE /v4/me/picture', {})],
  }
  const text = postedText(form, 'act', 20)
  const found = Object.hasOwn(acts, text) ? acts[text] : undefined
  if (!found) return data({ refused: undefined }, { status: 400 })
  const [done, act] = found
  try {
    await act()
  } catch (error) {
    const refused = refusalOf(error)
    if (refused.code === 'reauthentication-required') return redirect(reauthenticationUrlFor('/account/security'), 303)
    return data({ refused }, { status: refused.status })
  }
  return redirect(`/account/security?changed=${done}`, 303)
}

const changes = {
  device: 'changed.device',
  others: 'changed.others',
  'passkey-added': 'changed.passkey-added',
  'passkey-renamed': 'changed.passkey-renamed',
  'passkey-removed': 'changed.passkey-removed',
  connected: 'changed.connected',
  disconnected: 'changed.disconnected',
  picture: 'changed.picture',
} as const

/** The user's sessions and sign-in methods. */
export default function Security({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const faultText = useFaultText()
  const { search } = useLocation()
  const { devices, passkeys, providers, logins, isConfirmed, hasPicture, name, twoFactor } = loaderData
  const title = t('security.title')
  const problem = reportedProblem(search)
  const text = faultText(problem ? { code: problem } : undefined)
  const fromProvider = text ? [{ id: 'providers', text }] : []
  const wrong = actionData?.refused ? toFormErrors(actionData.refused, 'devices') : fromProvider
  const changed = new URLSearchParams(search).get('changed') ?? ''
  return (
    <>
      <title>{wrong.length > 0 ? t('shell.title-problem', { title }) : title}</title>
      <div className="stack">
        <h1>{title}</h1>
        <p className="quiet">{t('security.lead')}</p>
      </div>
      <ErrorSummary title={t('shell.problem')} wrong={wrong} />
      {wrong.length === 0 && Object.hasOwn(changes, changed) ? (
        <p className="notice" role="status">
          {t(changes[changed as keyof typeof changes])}
        </p>
      ) : null}
      <Devices devices={devices} />
      <Passkeys passkeys={passkeys} isConfirmed={isConfirmed} />
      <TwoFactorLink isOn={twoFactor.isOn} />
      <ConnectedLogins providers={providers} logins={logins} isConfirmed={isConfirmed} />
      {hasPicture ? (
        <section className="security-picture" aria-label={t('security.picture')}>
          <img src="/account/picture" width="72" height="72" alt={name || t('security.picture')} />
          <form method="post">
            <button className="button button-quiet" name="act" value="remove-picture">
              {t('security.picture-remove')}
            </button>
          </form>
        </section>
      ) : null}
    </>
  )
}
