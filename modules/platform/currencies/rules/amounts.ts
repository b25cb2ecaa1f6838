import { one, required } from '#shared/collections.ts'
import { type Currency, type Money, money, fromMajor } from '#shared/money.ts'

/**
 * Round amounts of similar value in each currency: the minimum (about 1 US dollar), the default (20) and three presets
 * (10, 30, 50). They are fixed by hand, so that they are round and don't change daily (amounts-12).
 */
const table =
  'USD 1 20 10 30 50|GBP 1 20 10 30 50|EUR 1 20 10 30 50|CAD 1 20 10 30 50|AUD 1 20 10 30 50|' +
  'NZD 2 35 20 50 80|SGD 1 25 15 40 65|MYR 5 80 40 120 200|AED 4 75 35 100 180|SAR 4 75 35 100 180|QAR 4 75 35 100 180|TRY 40 800 400 1200 2000|' +
  'KWD 0.3 6 3 10 15|BHD 0.4 8 4 12 20|OMR 0.4 8 4 12 20|JOD 0.7 15 7 20 35|IQD 1300 25000 15000 40000 65000|LYD 5 100 50 150 250|TND 3 60 30 90 150|' +
  'EGP 50 1000 500 1500 2500|MAD 10 200 100 300 450|DZD 130 2500 1300 4000 6500|LBP 90000 1800000 900000 2700000 4500000|ILS 3 70 35 100 170|' +
  'PKR 300 5000 2500 8000 14000|INR 90 1800 900 2500 4500|BDT 120 2500 1200 3500 6000|LKR 300 6000 3000 9000 15000|NPR 140 3000 1500 4000 7000|MVR 15 300 150 450 750|' +
  'IDR 15000 300000 150000 500000 800000|BND 1 25 15 40 65|PHP 60 1200 600 1800 3000|THB 35 700 350 1000 1600|HKD 8 150 80 240 400|CNY 7 150 70 200 350|' +
  'JPY 150 3000 1500 4500 7500|KRW 1500 30000 15000 45000 75000|' +
  'ZAR 20 350 180 500 900|NGN 1500 30000 15000 45000 75000|GHS 10 220 100 330 550|KES 130 2500 1300 4000 6500|TZS 2500 50000 25000 75000 125000|UGX 3500 70000 35000 100000 180000|' +
  'RWF 1500 30000 15000 45000 75000|ETB 150 3000 1500 4500 7500|XOF 600 10000 5000 15000 30000|XAF 600 10000 5000 15000 30000|GMD 70 1400 700 2000 3500|MUR 45 900 450 1400 2300|DJF 180 3500 1800 5000 9000|' +
  'CHF 1 20 10 30 50|SEK 10 200 100 300 500|NOK 10 200 100 300 500|DKK 7 150 70 200 350|PLN 4 75 35 100 180|CZK 20 400 200 600 1000|HUF 350 7000 3500 10000 17000|RON 5 90 45 130 220|' +
  'BAM 2 35 20 50 85|ALL 80 1600 800 2500 4000|MKD 50 1000 500 1600 2500|AZN 2 35 20 50 85|KZT 500 10000 5000 15000 25000|UZS 12000 240000 120000 360000 600000'

function amountsOf(currency: Currency): Money[] {
  const index = table.indexOf(currency)
  return table
    .slice(index + 4, table.indexOf('|', index) < 0 ? undefined : table.indexOf('|', index))
    .split(' ')
    .map((major) => fromMajor(major, currency))
}

/** The initial value of the amount field; 20 in USD, GBP, EUR, CAD and AUD (S2 §9). */
export const defaultAmount = (currency: Currency): Money => required(amountsOf(currency)[1])

/** Three presets, ascending; 10, 30, 50 in USD, GBP, EUR, CAD and AUD (S1 §9). */
export const quickAmounts = (currency: Currency): Money[] => amountsOf(currency).slice(2)

/**
 * Returns the minimum donation. Below it, the fee would take most of the donation and card testing would be too cheap
 * (amounts-11).
 */
export const minimumAmount = (currency: Currency): Money => one(amountsOf(currency))

/** Returns the maximum donation by card, 25,000 times the minimum (amounts-11). */
export const maximumAmount = (currency: Currency): Money => money(minimumAmount(currency).amount * 25_000n, currency)
