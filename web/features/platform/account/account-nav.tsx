import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useText } from '#web/lib/text.tsx'
import { GroupIcon } from './group-icon.tsx'
import { accountGroups, isSectionAt } from './sections.ts'
import '#web/styles/kit/side-nav.css'
import './account.css'

/**
 * The navigation of account pages: five groups at the side; on phones a bar at the bottom, with the open group's pages
 * above the content.
 */
export function AccountNav({ isStaff, children }: { readonly isStaff: boolean; readonly children: ReactNode }) {
  const t = useText()
  const { pathname } = useLocation()
  const here = (isHere: boolean) => (isHere ? ({ 'aria-current': 'page' } as const) : {})
  const open = accountGroups.find(({ sections }) => sections.some(({ path }) => isSectionAt(path, pathname)))
  const desk = isStaff ? [{ path: '/staff', label: 'account.desk' as const }] : []
  return (
    <div className="page account account-around">
      <nav className="account-nav" aria-label={t('account.nav')}>
        {accountGroups.map(({ name, label, sections }) => (
          <div key={name} className="account-nav-group">
            {sections.length > 1 ? <p className="account-nav-label">{t(label)}</p> : null}
            {sections.map((section) => (
              <a key={section.path} href={section.path} {...here(isSectionAt(section.path, pathname))}>
                {t(section.label)}
              </a>
            ))}
          </div>
        ))}
        {isStaff ? (
          <div className="account-nav-group">
            <a href="/staff">{t('account.desk')}</a>
          </div>
        ) : null}
      </nav>
      {open && open.sections.length > 1 ? (
        <nav className="account-tabs" aria-label={t(open.label)}>
          {[...open.sections, ...(open.name === 'settings' ? desk : [])].map((section) => (
            <a key={section.path} href={section.path} {...here(isSectionAt(section.path, pathname))}>
              {t(section.label)}
            </a>
          ))}
        </nav>
      ) : null}
      <div className="account-content stack-lg">{children}</div>
      <nav className="account-bar" aria-label={t('account.nav')}>
        {accountGroups.map(({ name, label, sections }) => (
          <a key={name} href={sections[0].path} {...(open?.name === name ? { 'aria-current': true } : {})}>
            <GroupIcon name={name} />
            <span>{t(label)}</span>
          </a>
        ))}
      </nav>
    </div>
  )
}
