import type { Paid } from './pay.ts'

/** S2 §8: words of support that cannot be saved are logged; the donation is made all the same. */
export async function saveWords(words: string, paid: Paid, campaignId: string) {
  if (words.trim() === '') return
  try {
    const { postSupportMessage } = await import('./post-support-message.ts')
    await postSupportMessage(paid, campaignId, words)
  } catch (error) {
    console.warn('the words of support could not be saved', error)
  }
}
