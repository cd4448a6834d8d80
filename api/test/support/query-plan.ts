import type { DataSource } from 'typeorm';
import type { Statement } from './statements.ts';

interface PlanNode {
  'Node Type': string;
  'Index Name'?: string;
  'Relation Name'?: string;
  Plans?: PlanNode[];
}

type Explained = { 'QUERY PLAN': [{ Plan: PlanNode }] }[];

/** What of a plan says whether it will do for a large table. */
export interface QueryPlan {
  /** The indexes that are read, by name. */
  indexes: string[];
  /** The tables that are read from one end to the other. */
  scanned: string[];
  /** True when rows are read first and put into their order afterwards. */
  sorts: boolean;
}

function nodesOf(plan: PlanNode): PlanNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

/** How the database would run a statement; a prepared one whatever its values, as it does after some executions. */
export async function planOf(
  database: DataSource,
  { text, values, prepared }: Statement,
): Promise<QueryPlan> {
  const [row] = prepared
    ? await database.query<Explained>(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`)
    : await database.query<Explained>(`EXPLAIN (FORMAT JSON) ${text}`, [...values]);
  const nodes = row ? nodesOf(row['QUERY PLAN'][0].Plan) : [];
  return {
    indexes: [...new Set(nodes.flatMap((node) => node['Index Name'] ?? []))].toSorted(),
    scanned: nodes
      .filter((node) => node['Node Type'] === 'Seq Scan')
      .flatMap((node) => node['Relation Name'] ?? []),
    sorts: nodes.some((node) => node['Node Type'] === 'Sort'),
  };
}
