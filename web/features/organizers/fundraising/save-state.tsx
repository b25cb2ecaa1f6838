import { useText, type MessageKey } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import type { Autosave, Content } from './use-autosave.ts'

const labels: Readonly<Partial<Record<keyof Content, MessageKey>>> = {
  title: 'fundraising.title',
  tagline: 'fundraising.tagline',
  category: 'fundraising.category',
  location: 'fundraising.location',
  country: 'fundraising.country',
  language: 'fundraising.language',
  goal: 'fundraising.goal',
  endDate: 'fundraising.end-date',
  story: 'fundraising.story',
  coverId: 'fundraising.picture',
  coverAlt: 'fundraising.picture-alt',
  isZakatRequested: 'fundraising.zakat-requested',
  minimumDonation: 'fundraising.minimum-gift',
  tipsEnabled: 'fundraising.tips-enabled',
  impacts: 'fundraising.impacts',
}

/** The draft's save status, with a choice after a conflict. */
export function SaveState({ draft }: { readonly draft: Autosave }) {
  const t = useText()
  const { saving, theirs, content } = draft
  if (saving === 'conflict' && theirs) {
    const different = (Object.entries(labels) as [keyof Content, MessageKey][]).flatMap(([field, label]) =>
      JSON.stringify(theirs.content[field]) === JSON.stringify(content[field]) ? [] : [t(label)],
    )
    return (
      <div className="notice notice-problem stack" role="alert">
        <p className="strong">{t('fundraising.conflict')}</p>
        <p>{t('fundraising.conflict-text')}</p>
        {different.length > 0 ? <p>{t('fundraising.conflict-fields', { fields: different.join(' · ') })}</p> : null}
        <div className="button-row">
          <Button type="button" onClick={draft.keepMine}>
            {t('fundraising.keep-my-version')}
          </Button>
          <Button type="button" look="quiet" onClick={draft.takeTheirs}>
            {t('fundraising.take-theirs')}
          </Button>
        </div>
      </div>
    )
  }
  return (
    <p role="status" className={saving === 'failed' ? 'error-text' : 'quiet small'} data-saving={saving}>
      {saving === 'failed'
        ? t('fundraising.save-failed', { message: draft.failure.message })
        : t(saving === 'saving' || saving === 'unsaved' ? `fundraising.${saving}` : 'fundraising.saved')}
    </p>
  )
}
