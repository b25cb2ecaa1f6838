import { type Currency, exponentOf, money, type Money } from '#shared/money.ts'

/** Default, three quick amounts, least and most, in whole major units: the worth of 20, 10/30/50, 1 and 25,000 USD in round figures. */
type Row = readonly [standard: number, quick: readonly [number, number, number], least: number, most: number]

const familiar: Row = [20, [10, 30, 50], 1, 25_000]
const rows: Partial<Record<Currency, Row>> = {
  USD: familiar, GBP: familiar, EUR: familiar, CAD: familiar, AUD: familiar, CHF: familiar, NZD: [30, [15, 50, 80], 2, 40_000], SGD: [30, [15, 40, 70], 2, 35_000], BND: [30, [15, 40, 70], 2, 35_000],
  MYR: [80, [40, 120, 200], 5, 110_000], AED: [75, [40, 110, 180], 4, 90_000], SAR: [75, [40, 110, 190], 4, 95_000], QAR: [75, [40, 110, 180], 4, 90_000], TRY: [800, [400, 1200, 2000], 40, 1_000_000],
  KWD: [6, [3, 10, 15], 1, 7_500], BHD: [8, [4, 12, 20], 1, 9_500], OMR: [8, [4, 12, 20], 1, 9_500], JOD: [15, [7, 20, 35], 1, 17_500], IQD: [25_000, [15_000, 40_000, 65_000], 1_500, 33_000_000],
  LYD: [100, [50, 150, 250], 5, 130_000], TND: [60, [30, 90, 150], 3, 75_000], EGP: [1000, [500, 1500, 2500], 50, 1_250_000], MAD: [200, [100, 300, 500], 10, 240_000], DZD: [2500, [1500, 4000, 6500], 150, 3_300_000],
  LBP: [2_000_000, [1_000_000, 2_500_000, 4_500_000], 90_000, 2_000_000_000], ILS: [75, [40, 110, 180], 4, 90_000], PKR: [5500, [2500, 8000, 14_000], 300, 7_000_000], INR: [1700, [800, 2500, 4000], 90, 2_100_000],
  BDT: [2500, [1200, 3500, 6000], 120, 3_000_000], LKR: [6000, [3000, 9000, 15_000], 300, 7_500_000], NPR: [2800, [1400, 4000, 7000], 150, 3_400_000], MVR: [300, [150, 450, 750], 15, 380_000],
  IDR: [300_000, [150_000, 500_000, 800_000], 16_000, 400_000_000], PHP: [1200, [600, 1700, 2900], 60, 1_450_000], THB: [700, [350, 1000, 1700], 35, 850_000], HKD: [150, [80, 230, 390], 8, 195_000],
  CNY: [140, [70, 210, 360], 7, 180_000], JPY: [3000, [1500, 4500, 7500], 150, 3_800_000], KRW: [27_000, [13_000, 40_000, 65_000], 1_400, 33_000_000],
  UGX: [75_000, [40_000, 110_000, 180_000], 4_000, 90_000_000], RWF: [28_000, [14_000, 40_000, 70_000], 1_400, 35_000_000], XOF: [12_000, [6_000, 18_000, 30_000], 600, 15_000_000], XAF: [12_000, [6_000, 18_000, 30_000], 600, 15_000_000],
  DJF: [3500, [1800, 5500, 9000], 180, 4_500_000], ZAR: [360, [180, 540, 900], 20, 450_000], NGN: [30_000, [15_000, 45_000, 75_000], 1_500, 38_000_000], GHS: [240, [120, 360, 600], 12, 300_000],
  KES: [2600, [1300, 3900, 6500], 130, 3_200_000], TZS: [50_000, [25_000, 75_000, 125_000], 2_600, 63_000_000], ETB: [2800, [1400, 4000, 7000], 140, 3_500_000], GMD: [1400, [700, 2100, 3500], 70, 1_800_000],
  MUR: [900, [450, 1400, 2300], 45, 1_150_000], SEK: [200, [100, 300, 500], 10, 250_000], NOK: [200, [100, 300, 500], 10, 260_000], DKK: [140, [70, 200, 350], 7, 175_000], PLN: [80, [40, 120, 200], 4, 100_000],
  CZK: [460, [230, 700, 1150], 25, 580_000], HUF: [7500, [3500, 11_000, 18_000], 400, 9_000_000], RON: [90, [45, 140, 230], 5, 115_000], BAM: [35, [20, 55, 90], 2, 45_000], ALL: [1800, [900, 2700, 4500], 100, 2_300_000],
  MKD: [1100, [550, 1700, 2800], 60, 1_400_000], AZN: [35, [20, 50, 85], 2, 42_000], KZT: [10_000, [5_000, 15_000, 25_000], 500, 12_500_000], UZS: [250_000, [125_000, 380_000, 630_000], 13_000, 315_000_000],
}
const major = (whole: number, currency: Currency): Money => money(BigInt(whole) * 10n ** BigInt(exponentOf(currency)), currency)
const rowOf = (currency: Currency): Row => rows[currency] ?? familiar

/** 20 in the five familiar currencies (S2 §9, decisions.md Money). */
export const defaultAmount = (currency: Currency): Money => major(rowOf(currency)[0], currency)
/** 10, 30, 50 (S1 §9), ascending. */
export const quickAmounts = (currency: Currency): readonly Money[] => rowOf(currency)[1].map((whole) => major(whole, currency))
/** The least a gift may be, about 1.00 USD (trust.md R22b); a campaign may ask for more. */
export const minimumAmount = (currency: Currency): Money => major(rowOf(currency)[2], currency)
/** The most a card gift may be, about 25,000 USD (trust.md R22b). */
export const maximumAmount = (currency: Currency): Money => major(rowOf(currency)[3], currency)
