import { useEffect, useState } from 'react'
import { api, ApiError } from '#web/lib/api.ts'
import { useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { Skeleton } from '#web/ui/small-parts.tsx'
import type { ThanksRecord } from '../pay.ts'

type Props = {
  /** Prefix that makes element ids unique, because a page can show several boxes. */
  readonly id: string
  readonly donation: { readonly donationId: string; readonly campaign: { readonly id: string } }
  readonly userId: string | null
  /** The name shown with the message; empty to use the donation's name. */
  readonly displayName: string
  readonly record: ThanksRecord
}

/**
 * Asks the donor of a completed donation for words of support, unless it has some (S2 §4). An error is logged and
 * doesn't affect the donation (S2 §8).
 */
export function WordsBox({ id, donation, userId, displayName, record }: Props) {
  const t = useText()
  const [words, setWords] = useState('')
  const [state, setState] = useState<'looking' | 'open' | 'sending' | 'public' | 'in-review' | 'hidden'>('looking')
  const [fault, setFault] = useState<string>()
  const { donationId } = donation
  const bearer = record.guest?.token
  const asGiver = bearer ? { headers: { authorization: `Bearer ${bearer}` } } : {}
  useEffect(() => {
    api('GET /v4/account/donations/:donationId/comment', { donationId }, asGiver).then(
      ({ comment }) => setState(comment?.state ?? 'open'),
      (error: unknown) => {
        console.warn('the words of support could not be read', error)
        setState('open')
      },
    )
    // The effect depends on the ids, not on the objects that contain them.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [donationId, bearer])
  async function send() {
    if (words.trim() === '') return
    setState('sending')
    setFault(undefined)
    try {
      const values = await api(
        'POST /v4/donations/comment',
        {
          userId: userId ?? undefined,
          campaignId: donation.campaign.id,
          donationId,
          comment: words,
          userDisplayName: displayName,
        },
        asGiver,
      )
      setState(values.state)
    } catch (error) {
      console.warn('the words of support could not be saved', error)
      setFault(error instanceof ApiError && error.code === 'comment-exists' ? error.message : t('thanks.words-failed'))
      setState('open')
    }
  }
  if (state === 'looking') return <Skeleton block="11rem" />
  if (state === 'public' || state === 'in-review' || state === 'hidden')
    return (
      <p className="notice" role="status">
        {t(state === 'public' ? 'thanks.words-sent' : 'thanks.words-in-review')}
      </p>
    )
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <TextArea
        id={id}
        label={t('thanks.words')}
        hint={t('give.words-hint')}
        value={words}
        maxLength={1000}
        onChange={(event) => setWords(event.target.value)}
        error={fault}
      />
      <Button look="quiet" isBusy={state === 'sending'}>
        {t('thanks.words-send')}
      </Button>
    </form>
  )
}
