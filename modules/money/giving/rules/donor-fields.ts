import type { PostalAddress } from '#modules/platform/addresses/rules/address.ts'
import type { Definition, GroupValue, FieldOffer, Place } from './field-definition.ts'
import { qurbaniIntentions, namesMax } from './qurbani-order.ts'

const everywhere = <const Name extends string>(name: Name) =>
  ({ donation: name, checkoutLine: name, basketItem: name, subscription: name }) as const
const everyone = ['donor', 'receipt', 'organizer', 'public'] as const
const isNamed = ({ isAnonymous }: FieldOffer) => !isAnonymous
const wantsTaxRelief = ({ giftAid, taxReceipt }: FieldOffer) => giftAid || taxReceipt

/** Every field that a donor can fill in for a donation, defined once for all layers. */
export const donorFields = {
  amount: {
    kind: 'amount',
    wire: { ...everywhere('amount'), subscription: 'donationAmount' },
    column: null,
    isPersonal: false,
    control: 'own',
  },
  tip: {
    kind: 'amount',
    wire: { donation: 'feeAmount', checkoutLine: 'feeAmount', subscription: 'tipAmount' },
    column: null,
    isPersonal: false,
    control: null,
    controlId: 'tipChoice',
  },
  levelId: {
    kind: 'id',
    wire: { donation: 'rewardID', checkoutLine: 'rewardID', basketItem: 'givingLevelId', subscription: 'rewardId' },
    column: 'level_id',
    isPersonal: false,
    control: 'own',
    controlId: 'level',
  },
  quantity: {
    kind: 'count',
    wire: { donation: 'rewardCount', checkoutLine: 'rewardCount', basketItem: 'quantity' },
    column: 'quantity',
    isPersonal: false,
    control: 'own',
  },
  isZakat: {
    kind: 'flag',
    wire: { donation: 'zakah', checkoutLine: 'zakah', basketItem: 'isZakat', subscription: 'isZakat' },
    column: 'is_zakat',
    isPersonal: false,
    control: 'own',
  },
  maximizeZakat: {
    kind: 'flag',
    wire: { donation: 'maximizeZakat', basketItem: 'maximizeZakat', subscription: 'maximizeZakat' },
    column: 'maximize_zakat',
    isPersonal: false,
    control: 'own',
    isOffered: ({ isZakat }: FieldOffer) => isZakat,
  },
  donationType: {
    kind: 'choice',
    options: ['sadaqah', 'zakat-al-fitr', 'fidya', 'kaffarah', 'purification'],
    usual: 'sadaqah',
    readers: ['donor', 'receipt', 'organizer'],
    wire: everywhere('donationType'),
    column: 'donation_type',
    isPersonal: false,
    control: 'own',
  },
  giftAid: {
    kind: 'flag',
    wire: { ...everywhere('giftAid'), basketItem: 'isGiftAid' },
    column: 'gift_aid',
    isPersonal: false,
    control: 'own',
  },
  giftAidChoice: {
    kind: 'choice',
    options: ['donation', 'later', 'excluded'],
    usual: 'donation',
    readers: [],
    wire: { donation: 'giftAidChoice' },
    column: 'gift_aid_choice',
    isPersonal: false,
    control: 'own',
  },
  taxReceipt: {
    kind: 'flag',
    wire: { donation: 'taxReceipt', basketItem: 'isTaxDeductible', subscription: 'taxReceipt' },
    column: 'tax_receipt',
    isPersonal: false,
    control: 'own',
  },
  isAnonymous: {
    kind: 'flag',
    wire: { donation: 'anonymous', checkoutLine: 'anonymous', subscription: 'anonymous' },
    column: 'is_anonymous',
    isPersonal: false,
    control: 'own',
  },
  email: {
    kind: 'text',
    max: 254,
    check: 'email',
    wire: { donation: 'guest.email', checkout: 'guest.email' },
    column: null,
    isPersonal: true,
    control: 'own',
  },
  name: {
    kind: 'text',
    max: 120,
    isLine: true,
    check: 'name',
    wire: { donation: 'guest.name', checkout: 'guest.name' },
    column: null,
    isPersonal: true,
    control: 'own',
  },
  customName: {
    kind: 'text',
    max: 80,
    isLine: true,
    check: 'name',
    wire: { donation: 'CustomName', checkout: 'CustomName', subscription: 'CustomName' },
    column: 'custom_name',
    isPersonal: true,
    control: 'own',
    isOffered: isNamed,
  },
  location: {
    kind: 'text',
    max: 80,
    isLine: true,
    check: 'free',
    wire: { donation: 'location', checkoutLine: 'location' },
    column: 'location',
    isPersonal: true,
    control: 'own',
    isOffered: isNamed,
  },
  note: {
    kind: 'text',
    max: 1000,
    check: 'free',
    wire: { donation: 'note', checkoutLine: 'note', basketItem: 'givingLevelNote' },
    column: 'note',
    isPersonal: true,
    control: 'own',
    levelAsks: 'note',
  },
  levelEmail: {
    kind: 'text',
    max: 254,
    check: 'email',
    wire: { donation: 'rewardEmail', checkoutLine: 'rewardEmail', basketItem: 'givingLevelEmail' },
    column: 'level_email',
    isPersonal: true,
    control: 'own',
    levelAsks: 'email',
  },
  shareAddress: {
    kind: 'flag',
    wire: { donation: 'shareAddress', checkoutLine: 'shareAddress' },
    column: 'share_address',
    isPersonal: true,
    control: 'own',
    isOffered: wantsTaxRelief,
  },
  receiveUpdates: {
    kind: 'flag',
    wire: { ...everywhere('receiveUpdates'), basketItem: 'receiveCCUpdates' },
    column: 'receive_updates',
    isPersonal: true,
    control: 'own',
  },
  newsletter: {
    kind: 'flag',
    wire: { donation: 'profileReceiveUpdates', checkout: 'profileReceiveUpdates', subscription: 'marketingFlag' },
    column: 'newsletter',
    isPersonal: true,
    control: 'own',
  },
  referredDonor: {
    kind: 'text',
    max: 64,
    check: 'typed',
    wire: { ...everywhere('referredDonor'), subscription: 'code' },
    column: 'referred_donor',
    isPersonal: true,
    control: null,
  },
  source: {
    kind: 'text',
    max: 64,
    check: 'typed',
    wire: { donation: 'src', basketItem: 'source', subscription: 'referralSource' },
    column: 'source',
    isPersonal: true,
    control: null,
  },
  taxAddress: {
    kind: 'address',
    wire: everywhere('taxAddress'),
    column: 'tax_address',
    isPersonal: true,
    control: 'own',
    isOffered: wantsTaxRelief,
  },
  shippingAddress: {
    kind: 'address',
    needsStreet: true,
    wire: { donation: 'shippingAddress', checkoutLine: 'shippingAddress', basketItem: 'shippingAddress' },
    column: 'shipping_address',
    isPersonal: true,
    control: 'own',
    levelAsks: 'shipping',
  },
  billingAddress: {
    kind: 'address',
    wire: { donation: 'billingAddress', checkout: 'billingAddress' },
    column: 'billing_address',
    isPersonal: true,
    control: null,
  },
  emergencyContact: {
    kind: 'group',
    parts: {
      name: { kind: 'text', max: 120, check: 'name', isRequired: true },
      phone: { kind: 'text', max: 32, check: 'phone', isRequired: true },
      relationship: { kind: 'text', max: 60, check: 'free' },
    },
    wire: { donation: 'emergencyContact', basketItem: 'emergencyContact' },
    column: 'encrypted',
    isPersonal: true,
    control: 'own',
    levelAsks: 'contact',
  },
  medicalInformation: {
    kind: 'text',
    max: 2000,
    check: 'free',
    wire: { donation: 'medicalInformation', basketItem: 'medicalInformation' },
    column: 'encrypted',
    isPersonal: true,
    control: 'own',
    levelAsks: 'medical',
  },
  qurbaniIntention: {
    kind: 'choice',
    options: qurbaniIntentions,
    usual: 'qurbani',
    readers: ['donor', 'receipt', 'organizer'],
    wire: { donation: 'qurbaniIntention', basketItem: 'qurbaniIntention' },
    column: 'qurbani_intention',
    isPersonal: false,
    control: 'own',
    levelAsks: 'qurbani',
  },
  qurbaniNames: {
    kind: 'text',
    max: namesMax,
    isList: true,
    check: 'free',
    readers: ['donor', 'receipt', 'organizer'],
    wire: { donation: 'qurbaniNames', basketItem: 'qurbaniNames' },
    column: 'qurbani_names',
    isPersonal: true,
    control: 'own',
    levelAsks: 'qurbani',
  },
  dedication: {
    kind: 'group',
    parts: {
      kind: { kind: 'choice', options: ['honour', 'memory'], isRequired: true, readers: everyone },
      name: { kind: 'text', max: 80, isLine: true, check: 'name', isRequired: true, readers: everyone },
      message: { kind: 'text', max: 300, check: 'free', readers: ['donor', 'organizer'] },
      email: { kind: 'text', max: 254, check: 'email', readers: ['donor'] },
      isPublic: { kind: 'flag', readers: ['donor'] },
    },
    wire: { donation: 'dedication', basketItem: 'dedication', subscription: 'dedication' },
    column: 'dedication',
    isPersonal: true,
    control: 'section',
    isOnce: true,
    publicIf: 'isPublic',
  },
} as const satisfies Readonly<Record<string, Definition>>

type Definitions = typeof donorFields
export type FieldName = keyof Definitions
export const fieldNames = Object.keys(donorFields) as FieldName[]
export const definitionOf = (name: FieldName): Definition => donorFields[name]

/** Names of the fields whose definition has these members. */
export type FieldsWith<Something> = { [N in FieldName]: Definitions[N] extends Something ? N : never }[FieldName]
/** The wire name of a field in a call; `never` for a dotted name, which belongs to a nested shape. */
export type NameAt<N extends FieldName, P extends Place> = Definitions[N]['wire'] extends {
  readonly [_ in P]: infer Name
}
  ? Name extends `${string}.${string}`
    ? never
    : Name & string
  : never
export type FieldsAt<P extends Place> = { [N in FieldName]: [NameAt<N, P>] extends [never] ? never : N }[FieldName]

export type ValueOf<N extends FieldName> = Definitions[N] extends { kind: 'flag' }
  ? boolean
  : Definitions[N] extends { kind: 'count' }
    ? number
    : Definitions[N] extends { kind: 'address' }
      ? PostalAddress
      : Definitions[N] extends { kind: 'choice'; options: readonly (infer Option)[] }
        ? Option
        : Definitions[N] extends { parts: infer Parts }
          ? GroupValue<Parts>
          : string

/** Fields with a column of their own in `giving.donation`. */
export type StoredFieldName = Exclude<FieldName, FieldsWith<{ readonly column: null | 'encrypted' }>>
export const storedFieldNames = fieldNames.filter(
  (name): name is StoredFieldName => ![null, 'encrypted'].includes(definitionOf(name).column),
)
/** A donation's fields as stored in its order and row. An empty field is false or null, never an empty string. */
export type StoredFields = {
  readonly [N in StoredFieldName]: ValueOf<N> extends boolean | number ? ValueOf<N> : ValueOf<N> | null
}
