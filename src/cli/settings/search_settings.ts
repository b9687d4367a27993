import { readFileSync } from 'node:fs';
import type { ClusterAddress } from '../../cluster/client/cluster_client.ts';
import { misused, reasonOf } from '../command_error.ts';
import type { SearchFlags } from '../options.ts';
import type { Environment } from '../terminal.ts';

/** A cluster, and the alias that names the build that front ends answer from. */
export interface SearchSettings extends ClusterAddress {
  readonly alias: string;
}

const DEFAULT_ALIAS = 'catchword';

/**
 * The cluster by flag, environment and configuration; null when none is named.
 * The password is that of `CATCHWORD_SEARCH_PASSWORD`, or the first line of the file that `CATCHWORD_SEARCH_PASSWORD_FILE` names.
 * @param configured the setting `search`
 * @throws CommandError (exit 2). Its message never has the address, which may have a password
 */
export function searchSettings(
  flags: SearchFlags,
  environment: Environment,
  configured?: string,
): SearchSettings | null {
  const address = flags.search || environment.CATCHWORD_SEARCH || configured;
  if (!address) return null;
  const { user, ...parts } = parseAddress(address);
  const password = user === null ? null : readPassword(environment);
  const authorities = flags.searchCa || environment.CATCHWORD_SEARCH_CA || null;
  return {
    ...parts,
    user,
    password,
    authorities: authorities === null ? null : readSecret(authorities, "the cluster's CA certificates"),
  };
}

function parseAddress(address: string): Pick<SearchSettings, 'nodes' | 'user' | 'alias'> {
  const [, scheme, user = null, hosts = '', alias = ''] =
    /^(https?):\/\/(?:([^@/?#]*)@)?([^@/?#]+)(?:\/([^/?#]*))?$/.exec(address) ?? [];
  const nodes = hosts.split(',').map((host) => `${scheme}://${host}`);
  if (scheme === undefined || !nodes.every((node) => URL.canParse(node)))
    throw misused(`Cannot use the cluster's address: use the form "https://user@host:9200/name".`);
  if (user?.includes(':'))
    throw misused(
      "Cannot use the cluster's address: it has a password, which other users of this machine could see. Set CATCHWORD_SEARCH_PASSWORD or CATCHWORD_SEARCH_PASSWORD_FILE.",
    );
  // https://docs.opensearch.org/latest/api-reference/index-apis/create-index/ (index naming restrictions)
  if (alias !== '' && !/^[a-z0-9][a-z0-9_.-]{0,99}$/.test(alias))
    throw misused(
      `Cannot use the cluster's address: the name after the host may contain only a-z, 0-9, "_", "." and "-".`,
    );
  return { nodes, user: user === null ? null : decodeURIComponent(user), alias: alias || DEFAULT_ALIAS };
}

function readPassword(environment: Environment): string {
  const { CATCHWORD_SEARCH_PASSWORD: password, CATCHWORD_SEARCH_PASSWORD_FILE: file } = environment;
  if (password) return password;
  if (file) return readSecret(file, "the cluster's password").split(/\r?\n/, 1)[0]!;
  throw misused(
    'Cannot use the cluster: its address contains a user name, but no password is set. Set CATCHWORD_SEARCH_PASSWORD or CATCHWORD_SEARCH_PASSWORD_FILE.',
  );
}

function readSecret(file: string, what: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw misused(`Cannot read ${what} from "${file}": ${reasonOf((error as NodeJS.ErrnoException).code ?? '')}.`);
  }
}
