const wordsOf = (name: string): string[] =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter(Boolean)

const isLatin = (words: readonly string[]): boolean => words.some((word) => /\p{Script=Latin}/u.test(word))

/**
 * Returns whether a declarer's name can be the donor's, so that donor, declarer and receipt are one person (gift-aid-5):
 * a word of the last name is in the donor's name, and a word of it begins like the first name. Names in different
 * scripts can't be compared, and a donation without a name has only the declarer's.
 */
export function isSamePerson(
  donorName: string,
  declarer: { readonly firstName?: string | undefined; readonly lastName?: string | undefined },
): boolean {
  const donor = wordsOf(donorName)
  const [first, last] = [wordsOf(declarer.firstName ?? ''), wordsOf(declarer.lastName ?? '')]
  if (donor.length === 0 || isLatin(donor) !== isLatin([...first, ...last])) return true
  const beginsAlike = first.length === 0 || donor.some((word) => word[0] === first[0]?.[0])
  return beginsAlike && (donor.length === 1 ? [...first, ...last] : last).some((word) => donor.includes(word))
}
