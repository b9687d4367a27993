import { expect, test } from 'vitest';
import { dayInZone, isTimeZone } from './dates.ts';

test.each([
  ['2016-08-25 09:50:00 +0300', 'America/Los_Angeles', '2016-08-24'],
  ['2024-01-02 20:00', 'Asia/Tokyo', '2024-01-03'],
  ['2024-01-02T23:30:00Z', 'Europe/Berlin', '2024-01-03'],
  ['2024-07-02 9:00:00 -05:00', 'UTC', '2024-07-02'],
  ['2024-03-01 00:30:00.123 +0100', 'UTC', '2024-02-29'],
  ['2024-01-02', 'Asia/Tokyo', null],
  ['2024-13-02 10:00', 'Asia/Tokyo', null],
  ['2024-01-02 25:00', 'Asia/Tokyo', null],
  ['soon', 'Asia/Tokyo', null],
])('the day of %j in %s is %j', (text, zone, day) => {
  expect(dayInZone(text, zone)).toBe(day);
});

test.each([
  ['America/Los_Angeles', true],
  ['UTC', true],
  ['Mars/Olympus', false],
  ['', false],
])('%j is a time zone: %j', (name, isKnown) => {
  expect(isTimeZone(name)).toBe(isKnown);
});
