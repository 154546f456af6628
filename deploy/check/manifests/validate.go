package main

import (
	"context"
	"fmt"

	appsv1 "k8s.io/api/apps/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"
	podutil "k8s.io/kubernetes/pkg/api/pod"
	serviceutil "k8s.io/kubernetes/pkg/api/service"
	"k8s.io/kubernetes/pkg/apis/apps"
	appsvalidation "k8s.io/kubernetes/pkg/apis/apps/validation"
	"k8s.io/kubernetes/pkg/apis/autoscaling"
	autoscalingvalidation "k8s.io/kubernetes/pkg/apis/autoscaling/validation"
	"k8s.io/kubernetes/pkg/apis/core"
	corevalidation "k8s.io/kubernetes/pkg/apis/core/validation"
	"k8s.io/kubernetes/pkg/apis/networking"
	networkingvalidation "k8s.io/kubernetes/pkg/apis/networking/validation"
	"k8s.io/kubernetes/pkg/apis/policy"
	policyvalidation "k8s.io/kubernetes/pkg/apis/policy/validation"
	podsecurity "k8s.io/pod-security-admission/api"
	podpolicy "k8s.io/pod-security-admission/policy"
)

// refusals validates an object as the API server does when it is created in a
// namespace.
func refusals(o runtime.Object) field.ErrorList {
	switch o := o.(type) {
	case *apps.Deployment:
		o.Namespace = "default"
		return appsvalidation.ValidateDeployment(o, podutil.GetValidationOptionsFromPodTemplate(&o.Spec.Template, nil))
	case *core.Service:
		o.Namespace = "default"
		if o.Spec.ClusterIP != "" { // the API server fills this in first
			o.Spec.ClusterIPs = []string{o.Spec.ClusterIP}
		}
		return corevalidation.ValidateServiceCreate(o)
	case *core.ConfigMap:
		o.Namespace = "default"
		return corevalidation.ValidateConfigMap(o)
	case *policy.PodDisruptionBudget:
		return policyvalidation.ValidatePodDisruptionBudget(o, policyvalidation.PodDisruptionBudgetValidationOptions{})
	case *autoscaling.HorizontalPodAutoscaler:
		o.Namespace = "default"
		return autoscalingvalidation.ValidateHorizontalPodAutoscaler(o, autoscalingvalidation.HorizontalPodAutoscalerSpecValidationOptions{})
	case *networking.NetworkPolicy:
		o.Namespace = "default"
		return networkingvalidation.ValidateNetworkPolicy(o, networkingvalidation.NetworkPolicyValidationOptions{})
	}
	return field.ErrorList{field.InternalError(nil, fmt.Errorf("no validation for %T; add it to deploy/check", o))}
}

// warnings returns what the API server would accept, but warn of.
func warnings(ctx context.Context, o runtime.Object) []string {
	switch o := o.(type) {
	case *apps.Deployment:
		return podutil.GetWarningsForPodTemplate(ctx, field.NewPath("spec", "template"), &o.Spec.Template, nil)
	case *core.Service:
		return serviceutil.GetWarningsForService(o, nil)
	}
	return nil
}

// insecurities returns why the newest Pod Security Standard "restricted" would not
// admit an object's pods.
func insecurities(o runtime.Object) []string {
	d, ok := o.(*appsv1.Deployment)
	if !ok {
		return nil
	}
	evaluator, err := podpolicy.NewEvaluator(podpolicy.DefaultChecks(), nil)
	if err != nil {
		return []string{err.Error()}
	}
	restricted := podsecurity.LevelVersion{Level: podsecurity.LevelRestricted, Version: podsecurity.LatestVersion()}
	result := podpolicy.AggregateCheckResults(evaluator.EvaluatePod(restricted, &d.Spec.Template.ObjectMeta, &d.Spec.Template.Spec))
	if result.Allowed {
		return nil
	}
	return []string{`the standard "restricted" forbids: ` + result.ForbiddenDetail()}
}
