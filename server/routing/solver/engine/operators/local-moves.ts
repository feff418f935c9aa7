import type { Random } from '../../random.ts';
import type { Routes } from '../routes/routes.ts';
import { fillGaps } from './pinned-gaps.ts';
import { type SiteFinder, VisitMoves } from './site-visits.ts';
import { TailSwap } from './swap-tails.ts';

/** The share of rounds in which two changed routes may exchange tails. Windows and shifts rule out most exchanges. */
const swapShare = { timed: 0.2, free: 0.5 };

/** Improves the routes that a round has changed, after all stops have their places. */
export class LocalMoves {
  private readonly routes: Routes;
  private readonly random: Random;
  private readonly visits: VisitMoves;
  private readonly tails: TailSwap;
  private readonly swapShare: number;

  constructor(routes: Routes, finder: SiteFinder, random: Random) {
    this.routes = routes;
    this.random = random;
    this.visits = new VisitMoves(routes, finder);
    this.tails = new TailSwap(routes);
    this.swapShare = routes.data.isTimed ? swapShare.timed : swapShare.free;
  }

  improve(): void {
    const { routes, random } = this;
    const { touched, touchedCount } = routes.changes;
    if (routes.data.sites > 0) {
      for (let index = 0; index < touchedCount; index++) this.visits.improve(touched[index] as number);
    }
    if (touchedCount > 1 && random.unit() < this.swapShare) {
      this.tails.improve(touched[random.below(touchedCount)] as number, touched[random.below(touchedCount)] as number);
    }
    if (routes.data.hasPositions) {
      for (let index = 0; index < touchedCount; index++) fillGaps(routes, touched[index] as number);
    }
  }
}
