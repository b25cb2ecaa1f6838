import { currencies } from '#shared/money.ts'
import type { Frame } from '../../lib/text.tsx'
import { remember } from '../../lib/storage.ts'
import { useText } from '../../lib/text.tsx'

const themes = ['auto', 'light', 'dark'] as const

export function Footer({ frame }: { frame: Frame }) {
  const t = useText()
  return (
    <footer className="site-footer">
      <div className="site-footer-in">
        <div>
          <p className="site-footer-name">{frame.productName}</p>
          <p className="quiet">{t('shell.tagline')}</p>
          {frame.isProduction ? null : <p className="quiet">{t('shell.demo-notice')}</p>}
        </div>
        <nav aria-label={t('shell.footer-nav')} className="site-footer-nav">
          <a href="/v4/discover">{t('shell.discover')}</a>
          <a href="/docs/api">{t('shell.api')}</a>
          {frame.isProduction ? null : <a href="/dev/mail">{t('shell.dev-mail')}</a>}
          {frame.isProduction ? null : <a href="/dev/kit">{t('shell.dev-kit')}</a>}
        </nav>
        <div className="site-footer-choices">
          <form method="post" action="/preferences" className="theme-choice" aria-label={t('shell.theme')}>
            <input type="hidden" name="back" value={frame.path} />
            {themes.map((theme) => (
              <button key={theme} name="theme" value={theme} className="chip" aria-pressed={frame.theme === theme}>
                {t(`shell.theme-${theme}`)}
              </button>
            ))}
          </form>
          <form method="post" action="/preferences" className="currency-choice">
            <input type="hidden" name="back" value={frame.path} />
            <label htmlFor="currency">{t('shell.currency')}</label>
            <select
              id="currency"
              name="currency"
              defaultValue={frame.currency ?? ''}
              onChange={(event) => remember('userPreferredCurrency', event.currentTarget.value || undefined)}
            >
              <option value="">{t('shell.currency-own')}</option>
              {currencies.map((code) => (
                <option key={code}>{code}</option>
              ))}
            </select>
            <button className="chip">{t('shell.currency-show')}</button>
          </form>
        </div>
      </div>
    </footer>
  )
}
