/** Why words wait until somebody of the platform has read them. */
export type ReviewReason = 'link' | 'contact' | 'number'

const link =
  /\bhttps?:|\bwww\.|\b[\p{L}\p{N}-]+\.(?:com|org|net|info|biz|online|site|shop|xyz|app|link|click|top|ru|cn|pk|in|uk|de|ly|gl|page)\b|\b(?:t|wa|fb|bit|paypal|cash)\.(?:me|ly|app)\b/iu
const contact =
  /[^\s@]+@[^\s@]+\.[^\s@.]{2,}|(?:^|\s)@\w{3,}|(?<!\p{L})(?:whatsapp|telegram|واتساب|واتس اب|تلغرام|تيليجرام)(?!\p{L})/iu
/** A telephone number, an account, a card: nine digits or more, however they are set apart. */
const longNumber = /(?:\p{Nd}[ ()+-]*){9,}|\b[A-Z]{2}\p{Nd}{2}(?:\s?[A-Z\p{Nd}]{4}){2,}/u

/**
 * What in words of support must be read before they are public: links, ways to reach somebody, long numbers. Where
 * words ask a reader to go elsewhere with their money, one of these is in them; years, dates and prices have fewer
 * digits in a row.
 */
export function needsReview(words: string): ReviewReason | undefined {
  // A word that only looks unbroken to a machine is unbroken.
  const plain = words.normalize('NFKC').replace(/\p{Cf}/gu, '')
  if (link.test(plain)) return 'link'
  if (contact.test(plain)) return 'contact'
  return longNumber.test(plain) ? 'number' : undefined
}
