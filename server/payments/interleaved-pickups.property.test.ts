import { pickupScenarios } from '../../tests/support/interleaving/scenarios.ts';
import { testEveryStep } from '../../tests/support/interleaving/test-every-step.ts';

testEveryStep(pickupScenarios);
