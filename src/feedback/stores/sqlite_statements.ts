import { listStatement } from './listed_rows.ts';
import { ALL_COLUMNS, PUBLIC_COLUMNS } from './stored_row.ts';

/** What the SQLite store asks, by name. */
export const SQL = {
  insert: `insert into catchword_submission
    (id, key_hash, fingerprint, kind, severity, about, message, submitted_at, hidden, checksum)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict (key_hash) do nothing`,
  holder: 'select id, fingerprint, submitted_at from catchword_submission where key_hash = ?',
  list: listStatement('?'),
  scan: `select ${PUBLIC_COLUMNS} from catchword_submission where hidden = 0 and sequence > ? order by sequence limit ?`,
  exportRows: `select ${ALL_COLUMNS} from catchword_submission where sequence > ? order by sequence limit ?`,
  find: `select ${ALL_COLUMNS} from catchword_submission where id = ?`,
  hide: 'update catchword_submission set hidden = ?, checksum = ? where id = ?',
  purge: 'delete from catchword_submission where id = ?',
  readFact: 'select value from catchword_fact where name = ?',
  writeFact:
    'insert into catchword_fact (name, value) values (?, ?) on conflict (name) do update set value = excluded.value',
} as const;
